var mem: [int]int;
procedure reverse(p: int, n: int)
  modifies mem;
{
  var l: int;
  var r: int;
  var t: int;
  l := p;
  r := p + n - 1;
  while (l <= r) {
    t := mem[l];
    mem[l] := mem[r];
    mem[r] := t;
    l := l + 1;
    r := r - 1;
  }
}
