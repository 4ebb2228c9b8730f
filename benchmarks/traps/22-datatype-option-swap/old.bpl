datatype Pair { Pair(fst: int, snd: int) }
procedure main(x: Pair) returns (y: Pair)
{
  y := Pair(x->snd, x->fst);
}
