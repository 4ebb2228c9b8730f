procedure main(a: int) returns (r: int)
{
  var x, y: int;

  havoc x;
  assume x == a + 1;
  havoc y;
  r := x + y;
}
