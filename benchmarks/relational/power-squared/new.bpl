procedure power(x: int, n: int) returns (p: int)
{
  var b: int;
  var e: int;
  p := 1;
  b := x;
  e := n;
  while (e > 0) {
    if (e mod 2 == 1) { p := p * b; }
    b := b * b;
    e := e div 2;
  }
}
