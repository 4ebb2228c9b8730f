const unique A: int;
const unique B: int;

procedure main() returns (r: bool)
{
  r := A == B;
}
