procedure fill(a: [int]int, n: int, v: int) returns (b: [int]int)
{
  var i: int;
  b := a;
  i := 0;
  while (i < n) {
    b[i] := v;
    i := i + 1;
  }
}
