var M: [int]int;

procedure touch(p: int, x: int)
  modifies M;
{
  M[p] := M[p];
  M[p + 1] := 0;
  M[p + 1] := x;
}
