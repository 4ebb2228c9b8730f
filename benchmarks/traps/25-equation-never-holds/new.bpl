procedure main(a: int) returns (r: int)
{
  assume false;
  r := a;
}
