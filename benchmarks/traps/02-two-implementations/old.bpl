var g: int;

procedure step(x: int) returns (r: int);
  modifies g;

implementation step(a: int) returns (b: int)
{
  b := a + 1;
}

implementation step(x: int) returns (r: int)
{
  var d: int;
  havoc d;
  g := g + d;
  r := x + g;
}

procedure main(x: int) returns (r: int)
  modifies g;
{
  call r := step(x);
  call r := step(r);
}
