procedure main(a: int, b: int) returns (r: int)
{
  r := a div 2 + b div 2;
}
