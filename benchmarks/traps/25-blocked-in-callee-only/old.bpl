procedure f(a: int) returns (r: int)
{
  assume a > 0;
  r := a;
}

procedure main(a: int) returns (r: int)
{
  r := 0;
  if (a > 0) {
    call r := f(a);
  }
}
