type K;
const unique k1: K;
const unique k2: K;

procedure main(a: K, b: K, c: K) returns (r: int)
{
  r := 2;
  if (a != b && b != c && a != c) { r := 1; }
}
