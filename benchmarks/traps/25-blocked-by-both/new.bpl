procedure main(a: int) returns (r: int)
{
  assume a < 9;
  r := a;
}
