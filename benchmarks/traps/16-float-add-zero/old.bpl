procedure main(x: float24e8) returns (r: float24e8)
{
  r := x + 0x0.0e0f24e8;
}
