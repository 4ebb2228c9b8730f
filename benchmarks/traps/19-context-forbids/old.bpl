procedure shift(x: int) returns (r: int)
{
  r := x;
  if (x < 0) {
    r := 0;
  }
}

procedure main(x: int) returns (r: int)
{
  r := 0;
  if (x > 10) {
    call r := shift(x);
  }
}
