function {:builtin "fp.min"} min(float11e5, float11e5): float11e5;
procedure main(x: float11e5, y: float11e5) returns (r: float11e5)
{
  r := min(x, y);
}
