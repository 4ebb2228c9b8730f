procedure product(n: int, m: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i < n) {
    if (m > 0) { s := s + m; }
    i := i + 1;
  }
}
