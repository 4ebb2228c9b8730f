procedure sum(n: int, k: int) returns (s: int)
{
  var i: int;
  var t: int;
  s := 0;
  t := 0;
  i := 0;
  while (i < n) {
    s := s + t;
    t := t + k;
    i := i + 1;
  }
}
