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
  if (a > 100) { r := 100; } else if (a < 0) { r := 0; } else { r := a; }
}
