procedure count(n: int) returns (c: int)
{
  var i: int;
  c := 0;
  i := 0;
  while (i < n) {
    if (i == 39) { c := c + i - 38; } else { c := c + 1; }
    i := i + 1;
  }
}
