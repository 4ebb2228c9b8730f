procedure main(a: int) returns (r: int)
{
  var x, y: int;

  havoc x;
  assume x - 1 == a;
  havoc y;
  r := x + y;
}
