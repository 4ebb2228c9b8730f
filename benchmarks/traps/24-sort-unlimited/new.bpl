type K;
const unique k1: K;
const unique k2: K;

procedure main(a: K, b: K, c: K) returns (r: int)
{
  r := 2;
}
