procedure half(x: int) returns (r: int)
  requires x >= 0;
{
  r := x div 2;
}

procedure main(x: int) returns (r: int)
{
  call r := half(x);
}
