procedure main(x: float11e5) returns (r: float11e5)
{
  r := x * 0x2.0e0f11e5;
}
