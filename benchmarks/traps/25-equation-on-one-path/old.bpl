procedure main(a: int) returns (r: int)
{
  var x: int;

  havoc x;
  if (a > 0) {
    assume x == 5;
  }
  r := x;
}
