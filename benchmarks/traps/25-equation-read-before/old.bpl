procedure main(a: int) returns (r: int)
{
  var x: int;

  havoc x;
  assert x != 7;
  assume x == a;
  r := x;
}
