procedure main(a: bool, b: bool, c: bool) returns (r: int)
{
  var t: int;
  r := 0;
  if (if c then a else !(if b then a else c)) { r := 1; }
  havoc t;
  r := r + t;
}
