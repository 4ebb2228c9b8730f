procedure nondet() returns (r: int);

procedure main() returns (d: int)
{
  var a, b: int;

  call a := nondet();
  call b := nondet();
  d := a - b;
}
