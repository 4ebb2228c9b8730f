procedure rnd() returns (r: int)
{
  havoc r;
}

procedure main() returns (d: int)
{
  d := 0;
}
