procedure grid(n: int, m: int, k: int) returns (s: int)
{
  var i, j, c: int;
  s := 0;
  i := 0;
  while (i < n) {
    j := 0;
    while (j < m) {
      call c := cmp(i * j, k);
      if (c == 0) { s := s + 1; }
      j := j + 1;
    }
    i := i + 1;
  }
}

procedure cmp(a: int, b: int) returns (r: int)
{
  r := a - b;
}
