// The axiom speaks of factor 1, which is reached through a variable.
function scale(x: int, factor: int): int;
axiom (forall x: int :: scale(x, 1) == x);

procedure main(x: int, factor: int) returns (r: int)
{
  r := scale(x, factor);
}
