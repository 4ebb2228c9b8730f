procedure copy(a: [int]int, b: [int]int, n: int) returns (c: [int]int)
{
  var i: int;
  c := b;
  i := n;
  while (i > 0) {
    i := i - 1;
    c[i] := a[i];
  }
}
