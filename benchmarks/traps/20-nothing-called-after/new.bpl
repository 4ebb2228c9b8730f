procedure check(x: int)
{
  assert x > 1;
}

procedure nothing()
{
}

procedure main(x: int) returns (r: int)
{
  call check(x);
  call nothing();
  r := 1;
}
