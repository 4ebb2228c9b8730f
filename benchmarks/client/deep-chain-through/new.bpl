procedure top(x: int) returns (r: int)
{
  var a: int;
  call a := middle(x);
  r := a * 2;
}
procedure middle(x: int) returns (r: int)
{
  call r := inner(x, 10);
  if (r < 0) { r := 0; }
}
procedure inner(x: int, y: int) returns (r: int)
{
  call r := cmp(x, y);
}

procedure cmp(a: int, b: int) returns (r: int)
{
  if (a < b) { r := -1; } else if (a > b) { r := 1; } else { r := 0; }
}
