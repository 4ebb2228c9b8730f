axiom (forall x: int :: x < 100);

procedure main(x: int) returns (r: int)
{
  r := x;
}
