function {:builtin "(_ fp.to_ubv 8) RTZ"} bits(float24e8): bv8;
procedure main(x: float24e8) returns (r: bv8)
{
  if (x < 0x100.0e0f24e8 && x >= 0x0.0e0f24e8) { r := bits(x); } else { r := 0bv8; }
}
