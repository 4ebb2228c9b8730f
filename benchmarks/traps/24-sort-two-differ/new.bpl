type K;
const unique k1: K;
const unique k2: K;
axiom (forall a: K :: a == k1 || a == k2);

procedure main(a: K, b: K, c: K) returns (r: int)
{
  r := 2;
}
