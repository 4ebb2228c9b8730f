var g: int;

procedure main(x: int) returns (r: int)
  modifies g;
{
  r := x + g;
}
