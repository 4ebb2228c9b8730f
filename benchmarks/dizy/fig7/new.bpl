procedure count(x: int) returns (i: int)
{
  i := 0;
  while (i < 2 * x) { i := i + 1; }
}
