procedure checked(x: int) returns (r: int)
{
  var a: int;
  call a := mag(x);
  assert a <= 100;
  if (x >= 0) { r := a; } else { r := 0; }
}

procedure mag(a: int) returns (r: int)
{
  if (a < 0) { r := -a; } else { r := a; }
}
