var M: [int]int;

procedure swap(p: int, q: int)
  modifies M;
{
  M[p] := M[p] + M[q];
  M[q] := M[p] - M[q];
  M[p] := M[p] - M[q];
}
