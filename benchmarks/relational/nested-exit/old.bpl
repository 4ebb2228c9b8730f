procedure product(n: int, m: int) returns (s: int)
{
  var i: int;
  var j: int;
  s := 0;
  i := 0;
  while (i < n) {
    j := 0;
    while (j < m) {
      s := s + 1;
      j := j + 1;
    }
    i := i + 1;
  }
}
