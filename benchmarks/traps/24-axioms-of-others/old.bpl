function f(x: int): int;
axiom f(0) == 0;
axiom (forall x: int :: f(x) > 0);

procedure main(x: int) returns (r: int)
{
  r := x;
}
