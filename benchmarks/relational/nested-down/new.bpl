procedure product(n: int, m: int) returns (s: int)
{
  var i: int;
  var j: int;
  s := 0;
  i := 0;
  while (i < n) {
    j := m;
    while (j > 0) {
      s := s + 1;
      j := j - 1;
    }
    i := i + 1;
  }
}
