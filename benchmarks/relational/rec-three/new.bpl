procedure sum(n: int) returns (s: int)
{
  if (n <= 0) { s := 0; return; }
  if (n == 1) { s := 1; return; }
  if (n == 2) { s := 3; return; }
  call s := sum(n - 3);
  s := s + 3 * n - 3;
}
