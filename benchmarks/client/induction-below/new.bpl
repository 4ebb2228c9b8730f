procedure total(n: int) returns (s: int)
{
  var i, r: int;
  s := 0;
  i := -1;
  while (i < n) {
    call r := triple(i);
    s := s + r;
    i := i + 1;
  }
}

procedure triple(a: int) returns (r: int)
{
  r := a + a + a;
}
