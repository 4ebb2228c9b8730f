function twice(x: int) returns (int) { x + x }

procedure main(x: int) returns (r: int)
{
  r := twice(x);
}
