procedure gcd(m: int, n: int) returns (a: int)
  requires m >= 0 && n >= 0;
{
  var b: int;
  a := m;
  b := n;
  while (b != 0) {
    a := a mod b;
    if (a == 0) { a := b; return; }
    b := b mod a;
  }
}
