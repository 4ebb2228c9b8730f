procedure id<T>(x: T) returns (y: T)
{
  var t: T;
  t := x;
  y := t;
}
procedure main(x: int, b: bool) returns (r: int, s: bool)
{
  call r := id(x);
  call s := id(b);
}
