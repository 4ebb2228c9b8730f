procedure fill(n: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i < n && s < 100) {
    s := s + i;
    i := i + 1;
  }
}
