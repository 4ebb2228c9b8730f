procedure main(n: int) returns (r: int)
{
  r := 0;
}
