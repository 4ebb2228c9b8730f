procedure main(x: int, y: int) returns (r: int)
{
  var a, b: int;
  a := x;
  b := y;
  if (x > 0)
  {
    a := b;
  }
  r := a - 2 * b;
}
