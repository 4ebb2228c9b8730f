procedure total(n: int, a: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i + 1 < n) {
    s := s + a + i;
    s := s + a + i + 1;
    i := i + 2;
  }
}
