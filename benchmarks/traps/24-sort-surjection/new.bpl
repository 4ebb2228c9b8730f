type K;
function g(i: int): K;
axiom (forall a: K :: (exists i: int :: 0 <= i && i < 2 && g(i) == a));

procedure main(a: K, b: K, c: K) returns (r: int)
{
  r := 2;
}
