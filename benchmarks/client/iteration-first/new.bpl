procedure run(n: int) returns (s: int)
{
  var i, k, r: int;
  s := 0;
  k := 0;
  i := 0;
  while (i < n) {
    call r := clamp(k);
    s := s + r;
    k := k + 60;
    i := i + 1;
  }
}

procedure clamp(a: int) returns (r: int)
{
  if (a > 120) { r := 120; } else if (a < -20) { r := -20; } else { r := a; }
}
