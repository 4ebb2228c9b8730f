procedure fill(a: [int]int, n: int, v: int) returns (b: [int]int)
{
  var i: int;
  b := a;
  i := n - 1;
  while (i >= 0) {
    b[i] := v;
    i := i - 1;
  }
}
