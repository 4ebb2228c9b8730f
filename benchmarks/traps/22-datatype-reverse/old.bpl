datatype List { Nil(), Cons(head: int, tail: List) }
procedure main(l: List) returns (r: List)
{
  var x: List;
  x := l;
  r := Nil();
  while (x is Cons) { r := Cons(x->head, r); x := x->tail; }
}
