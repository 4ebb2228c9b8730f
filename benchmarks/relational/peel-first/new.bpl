procedure total(n: int, a: int) returns (s: int)
{
  var i: int;
  s := 0;
  if (n > 0) {
    s := a;
    i := 1;
    while (i < n) {
      s := s + a + i;
      i := i + 1;
    }
  }
}
