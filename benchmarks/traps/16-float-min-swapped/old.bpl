function {:builtin "fp.min"} min(float24e8, float24e8): float24e8;
procedure main(x: float24e8, y: float24e8) returns (r: float24e8)
{
  r := min(x, y);
}
