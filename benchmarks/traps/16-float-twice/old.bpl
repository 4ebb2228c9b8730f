procedure main(x: float5e4) returns (r: float5e4)
{
  r := x + x;
}
