procedure gcd(m: int, n: int) returns (a: int)
  requires m >= 0 && n >= 0;
{
  var b: int;
  var t: int;
  a := m;
  b := n;
  while (b != 0) {
    t := a mod b;
    a := b;
    b := t;
  }
}
