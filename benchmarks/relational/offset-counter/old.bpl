procedure count(a: [int]int, n: int) returns (c: int)
{
  var i: int;
  i := 0;
  c := 0;
  while (i < n) {
    if (a[i] > 0) { c := c + 1; }
    i := i + 1;
  }
}
