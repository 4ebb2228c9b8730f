datatype List { Nil(), Cons(head: int, tail: List) }
procedure main(l: List) returns (r: int)
{
  if (l is Cons && l->tail is Cons) { r := l->head + l->tail->head; } else { r := 0; }
}
