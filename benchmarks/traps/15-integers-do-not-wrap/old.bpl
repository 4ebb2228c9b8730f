procedure main(x: int) returns (r: bool)
{
  r := x + 1 > x;
}
