procedure f(n: int) returns (r: int)
{
  var c: int;
  r := n;
  c := 1;
  while (c > 0) {
    if (r > 100) { r := r - 10; c := c - 1; } else { r := r + 11; c := c + 1; }
  }
}
