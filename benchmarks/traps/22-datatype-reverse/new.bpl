datatype List { Nil(), Cons(head: int, tail: List) }
procedure main(l: List) returns (r: List)
{
  var x, next: List;
  x := l;
  r := Nil();
  while (!(x is Nil)) { next := x->tail; x->tail := r; r := x; x := next; }
}
