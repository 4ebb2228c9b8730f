procedure sum(n: int) returns (s: int)
{
  if (n <= 0) { s := 0; return; }
  call s := sum(n - 1);
  s := s + n;
}
