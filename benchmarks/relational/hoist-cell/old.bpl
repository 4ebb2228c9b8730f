procedure scale(m: [int]int, n: int) returns (b: [int]int)
{
  var i: int;
  b := m;
  i := 0;
  while (i < n) {
    b[i] := b[-1] + i;
    i := i + 1;
  }
}
