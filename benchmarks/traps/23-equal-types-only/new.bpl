procedure eq<a, b>(x: a, y: b) returns (r: bool) { r := x == y; }
procedure main(n: int, p: bool) returns (r: bool, s: bool)
{
  r := true;
  call s := eq(p, n);
}
