procedure nondet() returns (r: int);

procedure main() returns (d: int)
{
  d := 0;
}
