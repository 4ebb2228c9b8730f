var M: [int]int;

procedure fill(p: int)
  modifies M;
{
  var i: int;
  i := 3;
  while (i >= 0) { M[p + i] := 0; i := i - 1; }
}
