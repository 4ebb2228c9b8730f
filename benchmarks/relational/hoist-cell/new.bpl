procedure scale(m: [int]int, n: int) returns (b: [int]int)
{
  var i: int;
  var t: int;
  t := m[-1];
  b := m;
  i := 0;
  while (i < n) {
    b[i] := t + i;
    i := i + 1;
  }
}
