procedure sum(n: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := n;
  while (i > 0) {
    s := s + i;
    i := i - 1;
  }
}
