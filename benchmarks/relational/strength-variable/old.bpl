procedure sum(n: int, k: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i < n) {
    s := s + k * i;
    i := i + 1;
  }
}
