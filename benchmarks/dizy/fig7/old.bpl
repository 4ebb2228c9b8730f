procedure count(x: int) returns (i: int)
{
  i := 0;
  while (i < x) { i := i + 1; }
}
