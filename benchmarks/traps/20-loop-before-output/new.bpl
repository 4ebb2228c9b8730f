procedure main(x: int) returns (r: int)
{
  var i: int;
  i := x;
  while (i != 0) {
    i := i - 1;
  }
  r := x;
}
