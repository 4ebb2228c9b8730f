procedure main(x: int, y: int) returns (r: int)
{
  assert x != 0;
  assert y != 0;
  r := 1;
}
