procedure step(x: int) returns (r: int)
{
  r := x;
}

implementation step(x: int) returns (r: int)
{
  r := x + 1;
}

procedure main(x: int) returns (r: int)
{
  call r := step(x);
}
