const K: int;
axiom K == 4;

procedure main(x: int) returns (r: int)
{
  r := x + 1;
}
