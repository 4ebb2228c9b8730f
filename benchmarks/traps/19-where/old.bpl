procedure main(x: int where x >= 0) returns (r: int)
{
  r := x;
}
