procedure perfect(n: int) returns (r: bool)
{
  var d: int;
  var s: int;
  s := 0;
  d := 1;
  while (d < n) {
    if (n mod d == 0) { s := s + d; }
    d := d + 1;
  }
  r := n > 1 && s == n;
}
