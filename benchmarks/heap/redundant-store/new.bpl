var M: [int]int;

procedure touch(p: int, x: int)
  modifies M;
{
  M[p + 1] := x;
}
