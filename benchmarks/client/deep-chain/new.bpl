procedure top(x: int) returns (r: int)
{
  var a: int;
  call a := middle(x);
  r := a * 2;
}
procedure middle(x: int) returns (r: int)
{
  var c: int;
  call c := inner(x, 10);
  if (c >= 0) { r := x; } else { r := 10; }
}
procedure inner(x: int, y: int) returns (r: int)
{
  call r := cmp(x, y);
}

procedure cmp(a: int, b: int) returns (r: int)
{
  if (a < b) { r := -1; } else if (a > b) { r := 1; } else { r := 0; }
}
