procedure reverse(a: [int]int, n: int) returns (b: [int]int)
{
  var i: int;
  b := a;
  i := 0;
  while (i < n) {
    b[n - 1 - i] := a[i];
    i := i + 1;
  }
}
