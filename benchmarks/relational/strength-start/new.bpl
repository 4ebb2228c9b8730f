procedure sum(n: int) returns (s: int)
{
  var i: int;
  var t: int;
  s := 0;
  t := 7;
  i := 0;
  while (i < n) {
    s := s + t;
    t := t + 7;
    i := i + 1;
  }
}
