const unique a: bool;
const unique b: bool;
const unique c: bool;

procedure main(x: int) returns (r: int)
{
  r := x + 1;
}
