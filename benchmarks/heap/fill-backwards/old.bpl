var M: [int]int;

procedure fill(p: int)
  modifies M;
{
  var i: int;
  i := 0;
  while (i < 4) { M[p + i] := 0; i := i + 1; }
}
