procedure main(a: int) returns (r: int)
{
  assume a > 0;
  r := a;
}
