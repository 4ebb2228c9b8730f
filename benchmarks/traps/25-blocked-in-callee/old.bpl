procedure f(a: int) returns (r: int)
{
  assume a > 0;
  r := a;
}

procedure main(a: int) returns (r: int)
{
  call r := f(a);
}
