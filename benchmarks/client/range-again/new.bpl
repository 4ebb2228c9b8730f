procedure level(x: int) returns (s: int)
{
  call s := clamp(x);
  if (s > 90) { s := 90; }
  if (s < 0) { s := 0; }
}

procedure clamp(a: int) returns (r: int)
{
  if (a > 120) { r := 120; } else if (a < -20) { r := -20; } else { r := a; }
}
