procedure total(a: [int]int, n: int) returns (s: int)
{
  call s := go(a, n, 0);
}
procedure go(a: [int]int, n: int, t: int) returns (s: int)
{
  if (n <= 0) { s := t; return; }
  call s := go(a, n - 1, t + a[n - 1]);
}
