procedure sum(n: int) returns (s: int)
{
  call s := go(n, 0);
}
procedure go(i: int, acc: int) returns (s: int)
{
  if (i <= 0) { s := acc; return; }
  call s := go(i - 1, acc + i);
}
