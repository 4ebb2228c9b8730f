procedure main(x: float5e4) returns (r: float5e4)
{
  r := x * 0x2.0e0f5e4;
}
