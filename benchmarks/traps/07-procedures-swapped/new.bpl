procedure dec(x: int) returns (r: int)
{
  r := x + 1;
}

procedure inc(x: int) returns (r: int)
{
  r := x - 1;
}

procedure main(x: int) returns (r: int)
{
  call r := inc(x);
}
