procedure total(n: int, a: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i + 3 < n) {
    s := s + 4 * a + 4 * i + 6;
    i := i + 4;
  }
  while (i < n) {
    s := s + a + i;
    i := i + 1;
  }
}
