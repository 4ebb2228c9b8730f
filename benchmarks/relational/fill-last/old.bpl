var mem: [int]int;
procedure fill(p: int, n: int, v: int)
  modifies mem;
{
  var i: int;
  i := 0;
  while (i < n) {
    mem[p + i] := v;
    i := i + 1;
  }
}
