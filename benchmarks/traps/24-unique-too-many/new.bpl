const unique a: bool;
const unique b: bool;
const unique c: bool;

procedure main() returns (r: int)
{
  r := 1;
}
