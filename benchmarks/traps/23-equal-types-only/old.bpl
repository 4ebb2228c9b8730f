procedure eq<a, b>(x: a, y: b) returns (r: bool) { r := x == y; }
procedure main(n: int, p: bool) returns (r: bool, s: bool)
{
  call r := eq(n, n);
  call s := eq(n, p);
}
