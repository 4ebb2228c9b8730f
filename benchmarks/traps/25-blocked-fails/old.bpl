procedure main(a: int) returns (r: int)
{
  assume a > 0;
  assert a != 5;
  r := a;
}
