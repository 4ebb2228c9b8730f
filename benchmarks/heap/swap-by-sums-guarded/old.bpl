var M: [int]int;

procedure swap(p: int, q: int)
  modifies M;
{
  var t: int;
  t := M[p];
  M[p] := M[q];
  M[q] := t;
}
