procedure main(x: int, y: int) returns (r: int)
{
  r := x * x + 2 * x * y + y * y;
}
