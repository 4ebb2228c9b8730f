var M: [int]int;

procedure put(p: int, q: int, x: int) returns (r: int)
  modifies M;
{
  M[q] := x;
  r := M[p];
}
