procedure foo(a: int, b: int) returns (c: bool)
{
  c := a > b;
}

procedure main() returns (r: int)
{
  var x, y, t: int;
  var z: bool;

  x := 2;
  y := 3;
  call z := foo(x, y);
  if (!z) {
    t := x;
    x := y;
    y := t;
  }
  r := y;
}
