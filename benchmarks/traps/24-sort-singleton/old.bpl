type U;
axiom (forall a: U, b: U :: a == b);

procedure main(a: U, b: U) returns (r: bool)
{
  r := a == b;
}
