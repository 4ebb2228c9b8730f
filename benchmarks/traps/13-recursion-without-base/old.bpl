procedure f(x: int) returns (r: int)
{
  r := x;
}

procedure main(x: int) returns (r: int)
{
  call r := f(x);
}
