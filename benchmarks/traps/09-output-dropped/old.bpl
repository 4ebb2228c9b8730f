procedure main(x: int) returns (r: int, overflow: bool)
{
  r := x + 1;
  overflow := r > 255;
}
