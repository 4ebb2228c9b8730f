const limit: int;
axiom limit == 10;

procedure main(x: int) returns (r: bool)
{
  r := x < limit;
}
