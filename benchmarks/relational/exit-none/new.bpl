procedure first(a: [int]int, n: int) returns (r: int)
{
  var i: int;
  r := -1;
  i := n - 1;
  while (i >= 0) {
    if (a[i] < 0) { r := i; }
    i := i - 1;
  }
}
