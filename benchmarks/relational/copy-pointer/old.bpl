var mem: [int]int;
procedure copy(p: int, q: int, n: int)
  modifies mem;
{
  var i: int;
  i := 0;
  while (i < n) {
    mem[q + i] := mem[p + i];
    i := i + 1;
  }
}
