var val: [int]int;
var next: [int]int;

procedure link(p: int, q: int, x: int)
  modifies val, next;
{
  val[p] := x;
  next[p] := q;
}
