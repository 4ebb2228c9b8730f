datatype List { Nil(), Cons(head: int, tail: List) }
procedure length(l: List) returns (n: int)
{
  n := 0;
  if (l is Cons && l != Nil()) { call n := length((l->(head := 0))->tail); n := 1 + n; }
}
procedure main(l: List) returns (n: int) { call n := length(l); }
