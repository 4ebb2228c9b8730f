procedure count(a: [int]int, n: int) returns (c: int)
{
  var i: int;
  i := 10;
  c := 0;
  while (i < n + 10) {
    if (a[i - 10] > 0) { c := c + 1; }
    i := i + 1;
  }
}
