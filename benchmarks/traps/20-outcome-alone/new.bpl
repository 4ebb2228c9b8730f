procedure main(x: int) returns (r: int)
{
  r := x;
  assert r > 0;
}
