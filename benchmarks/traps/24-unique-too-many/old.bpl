const unique a: bool;
const unique b: bool;
const unique c: bool;

procedure main() returns (r: int)
{
  r := 1;
  if (a == b || b == c || a == c) { r := 2; }
}
