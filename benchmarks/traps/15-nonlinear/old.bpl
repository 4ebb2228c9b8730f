procedure main(x: int, y: int) returns (r: int)
{
  r := (x + y) * (x + y);
}
