var val: [int]int;
var next: [int]int;

var head: int;
var fresh: int;

procedure cons(x: int, tail: int) returns (p: int)
  modifies val, next, fresh;
{
  p := fresh;
  fresh := p + 1;
  next[p] := tail;
  val[p] := x;
}

procedure push(x: int)
  modifies val, next, head, fresh;
{
  call head := cons(x, head);
}
