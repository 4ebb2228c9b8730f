var H: [int][int]int;

procedure init(o: int, a: int, b: int)
  modifies H;
{
  H[o] := H[o][1 := b][0 := a];
}
