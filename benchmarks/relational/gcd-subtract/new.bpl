procedure gcd(m: int, n: int) returns (a: int)
  requires m > 0 && n > 0;
{
  var b: int;
  var t: int;
  a := m;
  b := n;
  while (a != b) {
    if (a < b) { t := a; a := b; b := t; }
    a := a - b;
  }
}
