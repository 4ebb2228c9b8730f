procedure main(x: int, y: int) returns (r: int, s: int)
{
  s := y;
  r := x;
}
