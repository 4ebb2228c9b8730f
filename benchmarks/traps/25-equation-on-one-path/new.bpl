procedure main(a: int) returns (r: int)
{
  var x: int;

  havoc x;
  if (a > 0) {
    x := 5;
  }
  if (a <= 0) {
    x := x + 1;
  }
  r := x;
}
