procedure max(m: [int]int, n: int) returns (best: int)
{
  var i, c: int;
  best := m[0];
  i := 1;
  while (i < n) {
    call c := cmp(m[i], best);
    if (c > 0) { best := m[i]; }
    i := i + 1;
  }
}

procedure cmp(a: int, b: int) returns (r: int)
{
  r := a - b;
}
