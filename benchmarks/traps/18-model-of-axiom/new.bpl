function weight(x: int) returns (int);
axiom (forall x: int :: { weight(x) } weight(x) >= 0);

procedure main(x: int) returns (r: int)
{
  r := 0;
  if (weight(x) < 0) {
    r := 2;
  }
}
