procedure palindrome(n: int) returns (r: bool)
{
  var x: int;
  var y: int;
  x := n;
  y := 0;
  while (x > 0) {
    y := 10 * y + x mod 10;
    x := x div 10;
  }
  r := y == n;
}
