procedure main(x: int) returns (r: int)
{
  r := 0;
}
