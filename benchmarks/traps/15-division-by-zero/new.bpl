procedure main(x: int, y: int) returns (r: int)
{
  r := 0;
}
