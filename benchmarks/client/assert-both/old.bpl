procedure checked(x: int) returns (r: int)
{
  var a: int;
  call a := mag(x);
  assert a != x || x >= 0;
  assert x > 0;
  r := x;
}

procedure mag(a: int) returns (r: int)
{
  if (a < 0) { r := -a; } else { r := a; }
}
