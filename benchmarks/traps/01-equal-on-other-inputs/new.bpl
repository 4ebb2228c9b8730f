procedure clamp(x: int) returns (r: int)
{
  r := x;
  if (x > 11) {
    r := 10;
  }
}

procedure main(x: int) returns (r: int)
{
  call r := clamp(x);
  if (x < 0) {
    call r := clamp(x + 12);
  }
}
