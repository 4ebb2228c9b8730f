procedure main(x: int, y: int) returns (r: int, s: int)
{
  s := y;
  assert x > 3;
  r := x;
}
