procedure main(x: float24e8) returns (r: bool)
{
  r := x == x;
}
