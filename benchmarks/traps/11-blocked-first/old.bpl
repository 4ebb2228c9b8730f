procedure main(x: int, y: int) returns (r: int)
{
  assume y > 0;
  assert x > 0;
  r := 1;
}
