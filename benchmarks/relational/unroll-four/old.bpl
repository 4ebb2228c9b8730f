procedure total(n: int, a: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i < n) {
    s := s + a + i;
    i := i + 1;
  }
}
