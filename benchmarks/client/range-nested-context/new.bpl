procedure level(n: int) returns (s: int)
{
  var i, j, r: int;
  s := 0;
  i := 0;
  while (i < n && i < 10) {
    j := 0;
    while (j < 10) {
      call r := clamp(i * 10 + j);
      s := s + r;
      j := j + 1;
    }
    i := i + 1;
  }
}

procedure clamp(a: int) returns (r: int)
{
  if (a > 120) { r := 120; } else if (a < -20) { r := -20; } else { r := a; }
}
