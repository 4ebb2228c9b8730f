type K;
const k1: K;
const k2: K;
function f(a: K): int;
axiom f(k1) == 0;
axiom f(k2) == 1;

procedure main() returns (r: int)
{
  r := 2;
  if ((forall a: K, b: K :: a == b)) { r := 1; }
}
