procedure main(x: int) returns (r: bool)
{
  r := x >= 0;
}
