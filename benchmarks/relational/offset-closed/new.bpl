procedure negate(n: int) returns (c: int)
{
  c := 0;
  if (n < 0) { c := -n; }
}
