type K;
const unique k1: K;
const unique k2: K;
axiom (forall a: K :: a == k1 || a == k2);

procedure main() returns (r: int)
{
  var a: K; var b: K; var c: K;

  havoc a, b, c;
  r := 2;
}
