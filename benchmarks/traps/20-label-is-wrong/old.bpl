procedure main(a: int, b: int) returns (r: int)
{
  r := (a + b) div 2;
}
