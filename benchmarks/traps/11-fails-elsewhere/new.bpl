procedure main(x: int, y: int) returns (r: int)
{
  r := 1;
  assert y != 0;
  assert x != 0;
}
