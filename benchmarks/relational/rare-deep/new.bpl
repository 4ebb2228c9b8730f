procedure f(n: int) returns (r: int)
  requires n < 60;
{
  if (n <= 1) { r := 1; return; }
  call r := f(n - 2);
  if (r > 28 + (n mod 2)) { r := 0; }
  r := r + 1;
}
