procedure main(x: int, y: int) returns (r: int, s: int)
{
  var t: int;
  t := x;
  s := t;
  t := y;
  r := t;
}
