procedure negate(n: int) returns (c: int)
{
  var x: int;
  x := n;
  c := 0;
  while (x < 0) {
    x := x + 1;
    c := c + 1;
  }
}
