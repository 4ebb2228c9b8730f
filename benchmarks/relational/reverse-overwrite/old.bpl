procedure reverse(a: [int]int, n: int) returns (b: [int]int)
{
  var i: int;
  b := a;
  i := 0;
  while (i < n) {
    b[i] := a[n - 1 - i];
    i := i + 1;
  }
}
