procedure sub(a: int, b: int) returns (r: int)
{
  r := a - b;
}

procedure main(x: int, y: int) returns (r: int)
{
  call r := sub(x, y);
}
