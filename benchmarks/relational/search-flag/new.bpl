procedure find(a: [int]int, n: int, k: int) returns (r: int)
{
  var i: int;
  var found: bool;
  found := false;
  i := 0;
  while (i < n && !found) {
    if (a[i] == k) { found := true; } else { i := i + 1; }
  }
  if (found) { r := i; } else { r := -1; }
}
