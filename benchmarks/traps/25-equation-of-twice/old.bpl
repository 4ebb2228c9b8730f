procedure main(a: int) returns (r: int)
{
  var x: int;

  havoc x;
  assume 2 * x == a;
  r := x;
}
