// limit(0) is known; the argument is 0 on one branch only.
function limit(int): int;
axiom limit(0) == 1;

procedure main(x: int) returns (r: int)
{
  r := limit(x);
  if (x == 0) {
    r := 1;
  }
}
