procedure first(a: [int]int, n: int) returns (r: int)
{
  var i: int;
  r := -1;
  i := 0;
  while (i < n && r < 0 && (i < 3 || a[i] != 0)) {
    if (a[i] < 0) { r := i; }
    i := i + 1;
  }
}
