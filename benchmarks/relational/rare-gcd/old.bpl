procedure gcd(m: int, n: int) returns (a: int)
  requires m > 0 && n > 0;
{
  var b: int;
  a := m;
  b := n;
  while (a != b) {
    if (a > b) { a := a - b; } else { b := b - a; }
  }
}
