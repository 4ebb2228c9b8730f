procedure many(x: int, y: int) returns (s: int)
{
  var r: int;
  s := 0;
  if (x + 0 * y >= 0) { call r := triple(x + 0 * y); s := s + r; }
  if (x + 1 * y >= 0) { call r := triple(x + 1 * y); s := s + r; }
  if (x + 2 * y >= 0) { call r := triple(x + 2 * y); s := s + r; }
  if (x + 3 * y >= 0) { call r := triple(x + 3 * y); s := s + r; }
  if (x + 4 * y >= 0) { call r := triple(x + 4 * y); s := s + r; }
  if (x + 5 * y >= 0) { call r := triple(x + 5 * y); s := s + r; }
  if (x + 6 * y >= 0) { call r := triple(x + 6 * y); s := s + r; }
  if (x + 7 * y >= 0) { call r := triple(x + 7 * y); s := s + r; }
  if (x + 8 * y >= 0) { call r := triple(x + 8 * y); s := s + r; }
  if (x + 9 * y >= 0) { call r := triple(x + 9 * y); s := s + r; }
  if (x + 10 * y >= 0) { call r := triple(x + 10 * y); s := s + r; }
  if (x + 11 * y >= 0) { call r := triple(x + 11 * y); s := s + r; }
}

procedure triple(a: int) returns (r: int)
{
  r := a + a + a;
}
