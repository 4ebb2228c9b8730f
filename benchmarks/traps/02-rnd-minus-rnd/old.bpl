procedure rnd() returns (r: int)
{
  havoc r;
}

procedure main() returns (d: int)
{
  var a, b: int;

  call a := rnd();
  call b := rnd();
  d := a - b;
}
