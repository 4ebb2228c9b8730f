procedure serve(x: int) returns (r: int)
{
  call r := handle(x);
}
procedure twice(x: int) returns (r: int)
{
  r := 2 * x;
}

procedure handle(x: int) returns (r: int)
{
  call r := twice(x + 1);
}
