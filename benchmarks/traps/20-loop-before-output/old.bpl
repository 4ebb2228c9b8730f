procedure main(x: int) returns (r: int)
{
  r := x;
}
