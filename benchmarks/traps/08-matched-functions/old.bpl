function f(x: int) returns (int);
function g(x: int) returns (int);
axiom (forall x: int :: {f(x)} f(x) > x);

procedure main(x: int) returns (r: bool)
{
  r := f(x) > x || g(x) > x;
}
