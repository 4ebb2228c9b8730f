type K;
function f(a: K): int;
axiom (forall a: K :: 0 <= f(a) && f(a) < 2);
axiom (forall a: K, b: K :: f(a) == f(b) ==> a == b);

procedure main(a: K, b: K, c: K) returns (r: int)
{
  r := 2;
  if (a != b && b != c && a != c) { r := 1; }
}
