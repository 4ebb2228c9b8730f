procedure f(n: int) returns (r: int)
{
  if (n > 100) { r := n - 10; return; }
  call r := f(n + 11);
  call r := f(r);
}
