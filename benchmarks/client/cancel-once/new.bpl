procedure walk(n: int, x: int) returns (s: int)
{
  var i, p, q: int;
  s := 0;
  i := 0;
  q := 0;
  while (i < n) {
    call p := lib(i * x);
    s := s + p - q;
    call q := lib(s);
    i := i + 1;
  }
}

procedure lib(a: int) returns (r: int)
{
  r := a + 2;
}
