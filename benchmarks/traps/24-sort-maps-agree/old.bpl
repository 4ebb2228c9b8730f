type K;
axiom (forall m: [K]int, a: K, b: K :: m[a] == m[b]);

procedure main(a: K, b: K) returns (r: bool)
{
  r := a == b;
}
