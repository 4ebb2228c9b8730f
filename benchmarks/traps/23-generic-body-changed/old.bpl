procedure pick<a>(c: bool, x: a, y: a) returns (r: a)
{
  if (c) { r := x; } else { r := y; }
}
procedure main(n: int, m: int, p: bool) returns (r: int, s: bool)
{
  call r := pick(n > m, n, m);
  call s := pick(true, p, p);
}
