procedure main(a: int) returns (r: int)
{
  var x, y: int;

  havoc x;
  assume x == a;
  havoc y;
  r := y;
}
