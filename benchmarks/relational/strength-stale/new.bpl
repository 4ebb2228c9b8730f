procedure sum(n: int) returns (s: int)
{
  var i: int;
  var q: int;
  s := 0;
  q := 0;
  i := 0;
  while (i < n) {
    s := s + q;
    i := i + 1;
    q := q + 2 * i + 1;
  }
}
