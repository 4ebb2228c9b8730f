procedure fact(n: int) returns (r: int)
{
  call r := go(n, 1);
}
procedure go(n: int, p: int) returns (r: int)
{
  if (n < 0 || n == 1) { r := p; return; }
  if (n == 0) { r := 0; return; }
  call r := go(n - 1, p * n);
}
