const unique A: int;
const unique B: int;

procedure main() returns (r: int)
{
  r := A;
}
