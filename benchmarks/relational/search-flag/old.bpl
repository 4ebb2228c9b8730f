procedure find(a: [int]int, n: int, k: int) returns (r: int)
{
  var i: int;
  r := -1;
  i := 0;
  while (i < n) {
    if (a[i] == k) { r := i; break; }
    i := i + 1;
  }
}
