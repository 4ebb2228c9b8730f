var mem: [int]int;
procedure bump(p: int, q: int, n: int)
  modifies mem;
{
  var i: int;
  i := 0;
  while (i < n) {
    mem[p] := mem[p] + 1;
    mem[q] := mem[q] + mem[p];
    i := i + 1;
  }
}
