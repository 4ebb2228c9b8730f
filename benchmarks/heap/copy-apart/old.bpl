var M: [int]int;

procedure move(p: int, q: int)
  modifies M;
{
  var i: int;
  if (q >= p + 3 || p >= q + 3) {
    i := 0;
    while (i < 3) { M[q + i] := M[p + i]; i := i + 1; }
  }
}
