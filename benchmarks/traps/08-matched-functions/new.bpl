function f(x: int) returns (int);
function g(x: int) returns (int);
axiom (forall x: int :: {g(x)} g(x) < x);

procedure main(x: int) returns (r: bool)
{
  r := g(x) > x || f(x) > x;
}
