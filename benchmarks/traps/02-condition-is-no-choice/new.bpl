procedure main(a: bool, b: bool, c: bool) returns (r: int)
{
  var t: int;
  var k: bool;
  r := 0;
  k := if c then a else !(if b then a else c);
  if (k) { r := 1; }
  havoc t;
  r := t + r;
}
