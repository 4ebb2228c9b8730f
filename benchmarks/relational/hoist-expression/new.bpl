procedure total(n: int, a: int, b: int) returns (s: int)
{
  var i: int;
  var t: int;
  t := 3 * a - b;
  s := 0;
  i := 0;
  while (i < n) {
    s := s + t + i;
    i := i + 1;
  }
}
