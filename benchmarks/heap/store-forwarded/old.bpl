var M: [int]int;

procedure put(p: int, x: int) returns (r: int)
  modifies M;
{
  M[p] := x + 1;
  r := M[p];
}
