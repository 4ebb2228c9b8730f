procedure main(a: int) returns (r: int)
{
  while (a < 0) {
  }
  r := a;
}
