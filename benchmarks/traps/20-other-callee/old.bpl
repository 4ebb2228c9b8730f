procedure f(a: int) returns (p: int)
{
  p := a;
}

procedure g(a: int) returns (p: int)
{
  p := -a;
}

procedure main(x: int) returns (r: int, s: int, t: int)
{
  call r := f(x);
  call s := g(x);
  t := x;
}
