procedure multiply(n: int) returns (p: int)
{
  var x: int;
  p := 1;
  x := n;
  while (x > 0) {
    if (x mod 10 != 0) { p := p * (x mod 10); }
    x := x div 10;
  }
}
