procedure main(x: float24e8, y: float24e8) returns (r: float24e8)
{
  r := y + x;
}
