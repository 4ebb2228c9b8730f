procedure alternate(n: int) returns (s: int)
{
  call s := go(n, 0);
}
procedure go(n: int, t: int) returns (s: int)
{
  if (n <= 0) { s := t; return; }
  call s := go(n - 1, n - t);
}
