var mem: [int]int;
procedure same(p: int, q: int, n: int) returns (r: bool)
{
  var i: int;
  i := 0;
  while (i < n && mem[p + i] == mem[q + i]) {
    i := i + 1;
  }
  r := i >= n;
}
