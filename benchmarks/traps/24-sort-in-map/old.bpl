type K;
const unique k1: K;
const unique k2: K;
axiom (forall a: K :: a == k1 || a == k2);

procedure main(m: [int]K) returns (r: int)
{
  r := 2;
  if (m[0] != m[1] && m[1] != m[2] && m[0] != m[2]) { r := 1; }
}
