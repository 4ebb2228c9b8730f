procedure sum(n: int) returns (s: int)
{
  if (n <= 0) { s := 0; return; }
  if (n == 1) { s := 1; return; }
  call s := sum(n - 2);
  s := s + n + (n - 1);
}
