type K;
const unique k1: K;
const unique k2: K;
axiom (forall a: K :: a == k1 || a == k2);
datatype Box { Box(k: K) }

procedure main(a: Box, b: Box, c: Box) returns (r: int)
{
  r := 2;
}
