type K;
const unique k1: K;
const unique k2: K;

procedure main() returns (r: int)
{
  r := 2;
  if ((forall a: K, b: K :: a == b)) { r := 1; }
}
