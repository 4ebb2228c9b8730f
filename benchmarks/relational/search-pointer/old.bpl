var mem: [int]int;
procedure find(p: int, n: int, k: int) returns (r: int)
{
  var i: int;
  i := 0;
  while (i < n && mem[p + i] != k) {
    i := i + 1;
  }
  r := i;
}
