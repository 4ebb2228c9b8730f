var g: int;

procedure inner() returns (r: int)
{
  r := g;
}

procedure outer(x: int) returns (r: int)
{
  call r := inner();
  r := r + x;
}

procedure main(x: int) returns (r: int)
  modifies g;
{
  g := 1;
  call r := outer(x);
}
