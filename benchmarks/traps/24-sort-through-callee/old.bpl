type K;
const unique k1: K;
const unique k2: K;
axiom (forall a: K :: a == k1 || a == k2);

procedure apart(a: K, b: K) returns (r: bool)
{
  r := a != b;
}

procedure main(a: K, b: K, c: K) returns (r: int)
{
  var x: bool; var y: bool; var z: bool;

  r := 2;
  call x := apart(a, b);
  call y := apart(b, c);
  call z := apart(a, c);
  if (x && y && z) { r := 1; }
}
