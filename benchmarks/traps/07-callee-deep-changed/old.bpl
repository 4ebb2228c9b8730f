procedure leaf(x: int) returns (r: int)
{
  r := x + 1;
}

procedure mid(x: int) returns (r: int)
{
  call r := leaf(x);
}

procedure main(x: int) returns (r: int)
{
  call r := mid(x);
}
