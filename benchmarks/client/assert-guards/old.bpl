procedure checked(x: int) returns (r: int)
{
  assert x >= 0;
  call r := mag(x);
}

procedure mag(a: int) returns (r: int)
{
  if (a < 0) { r := -a; } else { r := a; }
}
