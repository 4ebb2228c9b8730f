procedure check(x: int)
{
  assert x > 0;
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
