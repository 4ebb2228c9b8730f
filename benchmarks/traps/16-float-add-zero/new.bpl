procedure main(x: float24e8) returns (r: float24e8)
{
  r := x;
}
