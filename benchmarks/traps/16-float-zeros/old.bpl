function {:builtin "fp.eq"} eq(float24e8, float24e8): bool;
procedure main(x: float24e8) returns (r: float24e8)
{
  if (eq(x, 0x0.0e0f24e8)) { r := 0x0.0e0f24e8; } else { r := x; }
}
