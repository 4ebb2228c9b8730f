var M: [int]int;

procedure set(p: int, q: int)
  modifies M;
{
  if (p != q) {
    M[p] := 1;
    M[q] := 2;
  }
}
