procedure positive(x: int) returns (r: int)
{
  assert x > 1;
  r := x;
}

procedure nothing()
{
}

procedure main(x: int) returns (r: int)
{
  call r := positive(x);
  call nothing();
}
