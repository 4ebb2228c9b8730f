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
  if (a > 100) { r := 100; } else if (a < 0) { r := 0; } else { r := a; }
}
