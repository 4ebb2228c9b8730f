procedure main(x: int) returns (r: int)
{
  if (x < 0) {
    r := -(-x div 2);
  } else {
    r := x div 2;
  }
}
