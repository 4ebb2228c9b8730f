procedure level(x: int) returns (s: int)
{
  call s := clamp(x);
  if (s > 90) { s := 90; }
  if (s < 0) { s := 0; }
}

procedure clamp(a: int) returns (r: int)
{
  if (a > 100) { r := 100; } else if (a < 0) { r := 0; } else { r := a; }
}
