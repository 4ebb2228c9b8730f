procedure id<a>(x: a) returns (y: a) { y := x; }
procedure main(x: int, b: bool) returns (r: int, s: bool)
{
  call r := id(x);
  call s := id(b);
}
