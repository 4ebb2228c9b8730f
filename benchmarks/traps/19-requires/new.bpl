procedure main(x: int) returns (r: int)
  requires x >= 0;
{
  r := x;
  if (x < 0) {
    r := -x;
  }
}
