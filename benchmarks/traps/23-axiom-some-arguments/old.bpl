// What is known of scale differs between the versions; at factor 3 nothing is known in either.
function scale(x: int, factor: int): int;
axiom (forall x: int :: scale(x, 1) == x);

procedure main(x: int) returns (r: int)
{
  r := scale(x, 3);
}
