procedure rnd() returns (r: int)
{
  havoc r;
}

procedure main() returns (d: int)
{
  var a, b: int;

  havoc a, b;
  d := 0 - b + a;
}
