var val: [int]int;
var next: [int]int;

procedure link(p: int, q: int, x: int)
  modifies val, next;
{
  next[p] := q;
  val[p] := x;
}
