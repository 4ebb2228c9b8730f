const K: int;
axiom K == 3;

procedure main(x: int) returns (r: int)
{
  r := x + K;
}
