procedure sub(b: int, a: int) returns (r: int)
{
  r := a - b;
}

procedure main(x: int, y: int) returns (r: int)
{
  call r := sub(x, y);
}
