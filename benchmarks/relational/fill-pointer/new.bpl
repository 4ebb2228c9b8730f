var mem: [int]int;
procedure fill(p: int, n: int, v: int)
  modifies mem;
{
  var q: int;
  q := p;
  while (q < p + n) {
    mem[q] := v;
    q := q + 1;
  }
}
