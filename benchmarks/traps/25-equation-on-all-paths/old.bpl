procedure main(a: int) returns (r: int)
{
  var x, y: int;

  havoc x;
  if (a > 0) {
    assume x == 5;
  } else {
    x := 6;
  }
  havoc y;
  r := x + y;
}
