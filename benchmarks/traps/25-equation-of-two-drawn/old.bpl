procedure main(a: int) returns (r: int)
{
  var t, x: int;

  havoc t;
  havoc x;
  assume t + a == x;
  r := x;
}
