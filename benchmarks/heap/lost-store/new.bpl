var M: [int]int;

procedure touch(p: int, x: int)
  modifies M;
{
  if (x > 0) { M[p] := x; }
}
