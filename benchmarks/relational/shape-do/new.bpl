procedure sum(n: int) returns (s: int)
{
  var i: int;
  s := 0;
  if (n > 0) {
    i := 0;
    while (true) {
      s := s + i;
      i := i + 1;
      if (i >= n) { break; }
    }
  }
}
