procedure copy(a: [int]int, b: [int]int, n: int) returns (c: [int]int)
{
  var i: int;
  c := b;
  i := 0;
  while (i + 1 < n) {
    c[i] := a[i];
    c[i + 1] := a[i + 1];
    i := i + 2;
  }
  if (i < n) { c[i] := a[i]; }
}
