procedure f(a: int) returns (r: int)
{
  r := a;
}

procedure main(a: int) returns (r: int)
{
  call r := f(a);
}
