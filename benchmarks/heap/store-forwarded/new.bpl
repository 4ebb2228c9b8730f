var M: [int]int;

procedure put(p: int, x: int) returns (r: int)
  modifies M;
{
  r := 1 + x;
  M[p] := r;
}
