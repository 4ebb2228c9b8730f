function {:builtin "fp.min"} min(float5e4, float5e4): float5e4;
procedure main(x: float5e4, y: float5e4) returns (r: float5e4)
{
  r := min(x, y) * 0x1.0e0f5e4;
}
