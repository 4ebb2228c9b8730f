var M: [int]int;

procedure put(p: int, q: int, x: int) returns (r: int)
  modifies M;
{
  r := M[p];
  if (p == q) { r := x; }
  M[q] := x;
}
