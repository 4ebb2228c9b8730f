datatype Pair { Pair(fst: int, snd: int) }
procedure main(x: Pair) returns (y: Pair)
{
  var t: int;
  y := x;
  t := y->fst;
  y->fst := y->snd;
  y->snd := t;
}
