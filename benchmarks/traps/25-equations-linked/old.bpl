procedure main(a: int) returns (r: int)
{
  var x, y, z: int;

  havoc x, y;
  assume x == y + 1 && y == a;
  havoc z;
  r := x + z;
}
