var M: [int]int;

procedure touch(p: int, x: int)
  modifies M;
{
  M[p] := 0;
  if (x > 0) { M[p] := x; }
}
