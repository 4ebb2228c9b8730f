function {:builtin "(_ fp.to_ubv 8) RTZ"} bits(float24e8): bv8;
procedure main(x: float24e8) returns (r: bv8)
{
  r := bits(x);
}
