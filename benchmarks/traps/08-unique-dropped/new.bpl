const A: int;
const B: int;

procedure main() returns (r: bool)
{
  r := A == B;
}
