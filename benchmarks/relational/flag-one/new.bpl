procedure any(a: [int]int, n: int, k: int) returns (r: bool)
{
  var i: int;
  var c: int;
  c := 0;
  i := 0;
  while (i < n) {
    if (a[i] == k) { c := c + 1; }
    i := i + 1;
  }
  r := c == 1;
}
