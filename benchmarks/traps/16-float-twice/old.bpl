procedure main(x: float11e5) returns (r: float11e5)
{
  r := x + x;
}
