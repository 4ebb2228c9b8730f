var mem: [int]int;
procedure add(p: int, q: int, r: int, n: int)
  modifies mem;
{
  var i: int;
  i := 0;
  while (i < n) {
    mem[r + i] := mem[p + i] + mem[q + i];
    i := i + 1;
  }
  if (p == q && q == r && n > 20) { mem[r + 1] := mem[r + 1] + mem[r]; }
}
