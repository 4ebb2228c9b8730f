procedure sum(n: int) returns (s: int)
{
  var i: int;
  i := 0;
  s := 0;
  while (i < n) {
    s := s + i;
    i := i + 1;
  }
  s := s + 5;
}
