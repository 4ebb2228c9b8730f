procedure main(x: int) returns (r: bool)
{
  r := x / 2 == real(x div 2);
}
