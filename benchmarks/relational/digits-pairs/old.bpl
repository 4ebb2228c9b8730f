procedure digits(n: int) returns (s: int)
{
  var x: int;
  s := 0;
  x := n;
  while (x > 0) {
    s := s + x mod 10;
    x := x div 10;
  }
}
