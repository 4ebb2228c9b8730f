var mem: [int]int;
procedure move(p: int, q: int, n: int)
  modifies mem;
{
  var i: int;
  var c0: int;
  var c1: int;
  var c2: int;
  var c3: int;
  i := 0;
  while (i + 4 <= n) {
    c0 := mem[p + i];
    c1 := mem[p + i + 1];
    c2 := mem[p + i + 2];
    c3 := mem[p + i + 3];
    mem[q + i] := c0;
    mem[q + i + 1] := c1;
    mem[q + i + 2] := c2;
    mem[q + i + 3] := c3;
    i := i + 4;
  }
  while (i < n) {
    mem[q + i] := mem[p + i];
    i := i + 1;
  }
}
