procedure f(a: int, b: int) returns (p: int, q: int)
{
  p := a;
  q := b * 2;
}

procedure main(x: int, y: int) returns (r: int, s: int)
{
  call r, s := f(x, y);
  r := r + 1;
  s := s + 1;
}
