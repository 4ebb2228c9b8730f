procedure main(a: int) returns (r: int)
{
  r := a;
}
