procedure main(x: int where x >= 0) returns (r: int)
{
  r := x;
  if (x < 0) {
    r := -x;
  }
}
