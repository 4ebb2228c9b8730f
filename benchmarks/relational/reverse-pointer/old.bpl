var mem: [int]int;
procedure reverse(p: int, n: int)
  modifies mem;
{
  var i: int;
  var t: int;
  i := 0;
  while (i < n - 1 - i) {
    t := mem[p + i];
    mem[p + i] := mem[p + n - 1 - i];
    mem[p + n - 1 - i] := t;
    i := i + 1;
  }
}
