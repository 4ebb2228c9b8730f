procedure late(x: int) returns (r: int)
{
  r := 0;
  if (x > 5) { call r := wait(x - 8); }
}

procedure wait(a: int) returns (r: int)
{
  r := a;
  while (r < 0) { r := r - 1; }
}
