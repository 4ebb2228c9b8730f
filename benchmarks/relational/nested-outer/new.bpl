procedure triangle(n: int) returns (s: int)
{
  var i: int;
  var j: int;
  s := 0;
  i := 1;
  while (i <= n) {
    j := 0;
    while (j < i) {
      s := s + j;
      j := j + 1;
    }
    i := i + 1;
  }
}
