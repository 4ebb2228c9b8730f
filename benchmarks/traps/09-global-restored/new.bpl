var g: int;

procedure main(x: int) returns (r: int)
  modifies g;
{
  g := g + 1;
  g := g - 1;
  r := x;
}
