datatype List { Nil(), Cons(head: int, tail: List) }
procedure length(l: List) returns (n: int)
{
  if (l is Nil) { n := 1; } else { call n := length(l->tail); n := n + 1; }
}
procedure main(l: List) returns (n: int) { call n := length(l); }
