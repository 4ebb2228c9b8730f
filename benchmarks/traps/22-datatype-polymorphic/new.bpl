datatype List<T> { Nil(), Cons(head: T, tail: List T) }
datatype Option<T> { None(), Some(val: T) }
procedure first<T>(l: List T) returns (o: Option T)
{
  o := None();
  if (l is Cons && l->tail is Nil) { o := Some(l->head); }
}
procedure main(l: List int, k: List (Option int)) returns (o: Option int, q: Option (Option int))
{
  call o := first(l);
  call q := first(k);
}
