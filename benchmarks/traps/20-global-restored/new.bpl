var g: int;

procedure main(x: int) returns (r: int)
  modifies g;
{
  var t: int;
  t := g;
  g := x + g;
  r := g;
  g := t;
}
