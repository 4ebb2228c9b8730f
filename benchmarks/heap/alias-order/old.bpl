var M: [int]int;

procedure set(p: int, q: int)
  modifies M;
{
  M[p] := 1;
  M[q] := 2;
}
