procedure dist(x: int, y: int) returns (d: int)
{
  var p, q: int;
  call p := lib(x);
  call q := lib(y);
  d := p + q;
}

procedure lib(a: int) returns (r: int)
{
  r := a + 1;
}
