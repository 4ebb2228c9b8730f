procedure serve(x: int) returns (r: int)
{
  call r := handle(x);
  if (r > 0) { r := 1; } else { r := 0; }
}
procedure twice(x: int) returns (r: int)
{
  r := 2 * x;
}

procedure handle(x: int) returns (r: int)
{
  call r := twice(x);
}
