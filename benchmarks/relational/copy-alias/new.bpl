var mem: [int]int;
procedure bump(p: int, q: int, n: int)
  modifies mem;
{
  var i: int;
  var t: int;
  i := 0;
  t := mem[p];
  while (i < n) {
    t := t + 1;
    mem[p] := t;
    mem[q] := mem[q] + t;
    i := i + 1;
  }
}
