procedure main(a: int) returns (r: int)
{
  var x: int where x >= 0;

  havoc x;
  assume x == a;
  r := x;
}
