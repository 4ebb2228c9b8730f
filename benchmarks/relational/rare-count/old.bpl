procedure frequent(a: [int]int, n: int) returns (r: int)
{
  var i: int;
  var c: int;
  var k: int;
  c := 0;
  k := 0;
  i := 0;
  while (i < n) {
    if (c == 0) { k := a[i]; c := 1; }
    else if (a[i] == k) { c := c + 1; }
    else { c := c - 1; }
    i := i + 1;
  }
  c := 0;
  i := 0;
  while (i < n) {
    if (a[i] == k) { c := c + 1; }
    i := i + 1;
  }
  if (2 * c > n) { r := k; } else { r := 0; }
}
