procedure sums(n: int) returns (s: int, t: int)
{
  var i: int;
  s := 0;
  t := 0;
  i := 0;
  while (i < n) {
    if (i mod 8 == 7) { s := s + 1; }
    t := t + s;
    i := i + 1;
  }
}
