var mem: [int]int;
procedure copy(p: int, q: int, n: int)
  modifies mem;
{
  var s: int;
  var d: int;
  s := p;
  d := q;
  while (s < p + n) {
    mem[d] := mem[s];
    s := s + 1;
    d := d + 1;
  }
}
