function {:builtin "fp.min"} min(float5e4, float5e4): float5e4;
procedure main(x: float5e4, y: float5e4) returns (r: float5e4)
{
  r := min(x, y);
}
