const bound: int;
axiom bound == 11;

procedure main(x: int) returns (r: bool)
{
  r := x < bound;
}
