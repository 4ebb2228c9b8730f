function scale(x: int) returns (int) { 3 * x }

procedure main(x: int) returns (r: int)
{
  r := scale(x);
}
