procedure level(n: int) returns (s: int)
{
  var i, r: int;
  s := 0;
  i := 0;
  while (i < n) {
    call r := clamp(i mod 50);
    s := s + r;
    i := i + 1;
  }
}

procedure clamp(a: int) returns (r: int)
{
  if (a > 120) { r := 120; } else if (a < -20) { r := -20; } else { r := a; }
}
