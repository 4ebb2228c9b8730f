procedure positive(x: int) returns (r: int)
{
  assert x > 0;
  r := x;
}

procedure nothing()
{
}

procedure main(x: int) returns (r: int)
{
  call nothing();
  call r := positive(x);
  call nothing();
}
