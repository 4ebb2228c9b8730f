var M: [int]int;

procedure move(p: int, q: int)
  modifies M;
{
  var i: int;
  if (q - p > 2 || p - q > 2) {
    i := 2;
    while (i >= 0) { M[q + i] := M[p + i]; i := i - 1; }
  }
}
