var M: [int]int;

procedure set(p: int, q: int)
  modifies M;
{
  M[q] := 2;
  M[p] := 1;
}
