procedure main(x: int) returns (r: int)
{
  assert x > 0;
  r := 1;
}
