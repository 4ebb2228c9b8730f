procedure first(a: [int]int, n: int) returns (r: int)
{
  var i: int;
  i := 0;
  while (i < n) {
    if (a[i] < 0) { r := i; return; }
    i := i + 1;
  }
  r := -1;
}
