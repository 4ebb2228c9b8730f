var M: [int]int;

procedure choose(b: bool, p: int, q: int, x: int)
  modifies M;
{
  if (b) { M[p] := x; } else { M[q] := x; }
}
