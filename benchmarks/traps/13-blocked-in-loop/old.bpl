procedure main(n: int) returns (r: int)
{
  assume n <= 0;
  r := 0;
}
