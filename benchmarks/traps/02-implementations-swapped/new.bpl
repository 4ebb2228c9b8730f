procedure step(x: int) returns (r: int)
{
  r := x + 1;
}

implementation step(x: int) returns (r: int)
{
  r := x;
}

procedure main(x: int) returns (r: int)
{
  call r := step(x);
}
