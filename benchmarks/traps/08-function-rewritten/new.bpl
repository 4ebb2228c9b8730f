function twice(x: int) returns (int) { 2 * x }

procedure main(x: int) returns (r: int)
{
  r := twice(x);
}
