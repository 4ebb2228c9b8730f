procedure reverse(a: [int]int, n: int) returns (b: [int]int)
{
  var i: int;
  var t: int;
  b := a;
  i := 0;
  while (i < n) {
    t := b[i];
    b[i] := b[n - 1 - i];
    b[n - 1 - i] := t;
    i := i + 1;
  }
}
