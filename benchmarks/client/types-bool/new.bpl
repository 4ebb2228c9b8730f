procedure flag(b: bool) returns (r: int)
{
  var x: int;
  x := if b then 1 else 0;
  call r := clamp(x * 60);
}

procedure clamp(a: int) returns (r: int)
{
  if (a > 120) { r := 120; } else if (a < -20) { r := -20; } else { r := a; }
}
