procedure main(x: int) returns (r: int)
{
  r := x;
  while (true) {
    r := x;
  }
  r := 2;
}
