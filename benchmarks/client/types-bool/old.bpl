procedure flag(b: bool) returns (r: int)
{
  var x: int;
  x := if b then 1 else 0;
  call r := clamp(x * 60);
}

procedure clamp(a: int) returns (r: int)
{
  if (a > 100) { r := 100; } else if (a < 0) { r := 0; } else { r := a; }
}
