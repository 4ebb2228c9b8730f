const K: int;
axiom K > 0;
axiom K < 0;

procedure main(x: int) returns (r: int)
{
  r := x + K + 1;
}
