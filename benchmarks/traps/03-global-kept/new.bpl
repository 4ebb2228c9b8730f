var g: int;

procedure set(x: int)
  modifies g;
{
  if (x > 0) {
    g := x;
  }
}

procedure main(x: int) returns (r: int)
  modifies g;
{
  g := 2;
  call set(x);
  r := g;
}
