procedure main(x: int, y: int) returns (x1: int, y1: int)
{
  x1 := x;
  y1 := y;
  if (x <= y) {
    x1, y1 := y1, x1;
  }
}
