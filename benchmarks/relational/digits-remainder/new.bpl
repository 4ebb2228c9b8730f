procedure digits(n: int) returns (s: int)
{
  var x: int;
  var y: int;
  s := 0;
  x := n;
  while (x > 0) {
    y := x div 10;
    s := s + x - 10 * y;
    x := y;
  }
}
