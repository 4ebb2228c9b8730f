procedure sum(n: int) returns (s: int)
{
  if (n <= 1) { s := n; return; }
  call s := sum(n - 2);
  s := s + n + (n - 1);
}
