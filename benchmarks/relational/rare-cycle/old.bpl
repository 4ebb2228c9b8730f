var next: [int]int;
procedure walk(p: int, n: int) returns (q: int)
{
  var i: int;
  q := p;
  i := 0;
  while (i < n) {
    q := next[q];
    i := i + 1;
  }
}
