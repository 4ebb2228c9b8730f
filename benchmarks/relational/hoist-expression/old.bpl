procedure total(n: int, a: int, b: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i < n) {
    s := s + (3 * a - b) + i;
    i := i + 1;
  }
}
