procedure sign(x: int) returns (sgn: int)
{
  if (x < 0) { sgn := -1; } else { sgn := 1; }
}
