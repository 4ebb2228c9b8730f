procedure fill(n: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i < n) {
    s := s + i;
    if (s > 100) { s := s - i; break; }
    i := i + 1;
  }
}
