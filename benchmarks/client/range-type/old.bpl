procedure level(b: bv8) returns (s: int)
{
  call s := clamp(toInt(b) div 4);
}
function {:bvbuiltin "bv2nat"} toInt(b: bv8) returns (int);

procedure clamp(a: int) returns (r: int)
{
  if (a > 100) { r := 100; } else if (a < 0) { r := 0; } else { r := a; }
}
