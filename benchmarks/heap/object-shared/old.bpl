var H: [int][int]int;

procedure copy(o: int, o2: int, x: int)
  modifies H;
{
  H[o2] := H[o2][0 := H[o][0]];
  H[o] := H[o][0 := x];
}
