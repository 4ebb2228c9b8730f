var M: [int]int;

procedure choose(b: bool, p: int, q: int, x: int)
  modifies M;
{
  var c: int;
  c := q;
  if (b) { c := p; }
  M[c] := x;
}
