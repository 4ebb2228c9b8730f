procedure main(x: int) returns (r: int)
{
  assume x > 0;
  r := 1;
}
