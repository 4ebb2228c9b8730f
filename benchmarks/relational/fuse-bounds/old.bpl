procedure sums(n: int, m: int) returns (s: int, t: int)
{
  var i: int;
  s := 0;
  t := 0;
  i := 0;
  while (i < n) {
    s := s + i;
    i := i + 1;
  }
  i := 0;
  while (i < m) {
    t := t + 3;
    i := i + 1;
  }
}
