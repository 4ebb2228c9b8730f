procedure power(x: int, n: int) returns (p: int)
{
  var b: int;
  var e: int;
  p := 1;
  b := x;
  e := n;
  while (e > 1) {
    b := b * b;
    if (e mod 2 == 1) { p := p * b; }
    e := e div 2;
  }
  if (e == 1) { p := p * b; }
}
