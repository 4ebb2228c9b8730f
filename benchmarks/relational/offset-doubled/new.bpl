procedure grow(n: int) returns (s: int)
{
  var i: int;
  i := 0;
  s := 0;
  while (i < n) {
    s := s + i;
    if (i == 8) { s := s + s; }
    i := i + 1;
  }
  s := s + 5;
}
