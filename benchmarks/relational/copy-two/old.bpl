procedure copy(a: [int]int, b: [int]int, n: int) returns (c: [int]int)
{
  var i: int;
  c := b;
  i := 0;
  while (i < n) {
    c[i] := a[i];
    i := i + 1;
  }
}
