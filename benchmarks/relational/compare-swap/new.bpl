procedure smaller(a: int, b: int) returns (r: int)
{
  var x, y, t: int;
  var z: bool;

  x := a;
  y := b;
  z := x < y;
  if (z) {
    t := x;
    x := y;
    y := t;
  }
  r := y;
}
