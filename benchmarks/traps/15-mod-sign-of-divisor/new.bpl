procedure main(x: int) returns (r: int)
{
  r := x mod -3;
}
