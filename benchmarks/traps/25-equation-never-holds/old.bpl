procedure main(a: int) returns (r: int)
{
  var x: int;

  havoc x;
  assume x == x + 1;
  r := x;
}
