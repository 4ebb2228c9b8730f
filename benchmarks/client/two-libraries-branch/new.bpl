procedure both(x: int, b: bool) returns (r: int)
{
  var p, q: int;
  call p := up(x);
  q := 0;
  if (b) { call q := down(x); }
  r := p + q;
}

procedure up(a: int) returns (r: int) { r := a + 3; }
procedure down(a: int) returns (r: int) { r := 2 * a - 3; }
