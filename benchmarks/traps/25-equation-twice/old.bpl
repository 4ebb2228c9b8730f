procedure main(a: int) returns (r: int)
{
  var x, y: int;

  havoc x;
  assume x == a + 1;
  havoc x;
  assume a + 1 == x;
  havoc y;
  r := x + y;
}
