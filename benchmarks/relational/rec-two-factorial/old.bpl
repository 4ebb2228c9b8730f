procedure fact(n: int) returns (r: int)
{
  if (n <= 1) { r := 1; return; }
  call r := fact(n - 1);
  r := n * r;
}
