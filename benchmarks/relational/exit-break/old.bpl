procedure fill(n: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i < n) {
    if (s >= 100) { break; }
    s := s + i;
    i := i + 1;
  }
}
