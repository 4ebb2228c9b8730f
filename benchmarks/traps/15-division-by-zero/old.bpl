procedure main(x: int, y: int) returns (r: int)
{
  r := x div y - x div y;
}
