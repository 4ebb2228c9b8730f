procedure level(b: bv8) returns (s: int)
{
  call s := clamp(toInt(b) div 4);
}
function {:bvbuiltin "bv2nat"} toInt(b: bv8) returns (int);

procedure clamp(a: int) returns (r: int)
{
  if (a > 120) { r := 120; } else if (a < -20) { r := -20; } else { r := a; }
}
