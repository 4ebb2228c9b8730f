procedure walk(n: int, x: int) returns (s: int)
{
  var i, p, q: int;
  s := 0;
  i := 0;
  while (i < n) {
    call p := lib(i * x);
    call q := lib(s);
    s := s + p - q;
    i := i + 1;
  }
}

procedure lib(a: int) returns (r: int)
{
  r := a + 2;
}
