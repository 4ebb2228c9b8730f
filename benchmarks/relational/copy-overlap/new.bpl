var mem: [int]int;
procedure copy(p: int, q: int, n: int)
  modifies mem;
{
  var i: int;
  i := n;
  while (i > 0) {
    i := i - 1;
    mem[q + i] := mem[p + i];
  }
}
