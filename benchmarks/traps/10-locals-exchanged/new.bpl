procedure main(x: int, y: int) returns (r: int)
{
  var a, b: int;
  b := x;
  a := y;
  if (x > 0)
  {
    a := b;
  }
  r := b - 2 * a;
}
