procedure odd(a: [int]int, n: int) returns (c: int)
{
  var i: int;
  c := 0;
  i := 0;
  while (i < n) {
    if (a[i] mod 2 == 1) { c := c + 1; }
    i := i + 1;
  }
}
