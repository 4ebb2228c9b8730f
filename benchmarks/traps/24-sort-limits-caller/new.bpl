type K;
const unique k1: K;
const unique k2: K;
axiom (forall a: K :: a == k1 || a == k2);
var g: K;
var h: K;

procedure step(a: K) returns (r: int)
{
  r := 2;
}
procedure main(a: K) returns (r: int)
{
  call r := step(a);
}
