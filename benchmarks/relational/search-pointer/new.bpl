var mem: [int]int;
procedure find(p: int, n: int, k: int) returns (r: int)
{
  var q: int;
  q := p;
  while (q < p + n && mem[q] != k) {
    q := q + 1;
  }
  r := q - p;
}
