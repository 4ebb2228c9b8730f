procedure steps(n: int) returns (c: int)
  requires 0 < n && n < 50;
{
  var x: int;
  x := n;
  c := 0;
  while (x != 1 && c < 110) {
    if (x mod 2 == 0) { x := x div 2; } else { x := 3 * x + 1; }
    c := c + 1;
  }
}
