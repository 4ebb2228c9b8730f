procedure fact(n: int) returns (r: int)
{
  if (n <= 1) { r := 1; return; }
  if (n == 2) { r := 2; return; }
  call r := fact(n - 2);
  r := n * ((n - 1) * r);
}
