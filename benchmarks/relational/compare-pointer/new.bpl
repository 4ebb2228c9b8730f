var mem: [int]int;
procedure same(p: int, q: int, n: int) returns (r: bool)
{
  var s: int;
  var t: int;
  s := p;
  t := q;
  while (s < p + n) {
    if (mem[s] != mem[t]) { r := false; return; }
    s := s + 1;
    t := t + 1;
  }
  r := true;
}
