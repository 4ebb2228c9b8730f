procedure steps(n: int) returns (r: int)
{
  r := 0;
}
