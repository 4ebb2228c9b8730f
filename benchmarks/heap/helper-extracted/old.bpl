var val: [int]int;
var next: [int]int;

var head: int;
var fresh: int;

procedure push(x: int)
  modifies val, next, head, fresh;
{
  val[fresh] := x;
  next[fresh] := head;
  head := fresh;
  fresh := fresh + 1;
}
