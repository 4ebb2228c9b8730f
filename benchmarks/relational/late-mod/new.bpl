procedure count(n: int) returns (c: int)
{
  var i: int;
  c := 0;
  i := 0;
  while (i < n) {
    if (i mod 40 == 39) { c := c - 1; } else if (i mod 40 == 0 && i > 0) { c := c + 5; } else { c := c + 2; }
    i := i + 1;
  }
}
