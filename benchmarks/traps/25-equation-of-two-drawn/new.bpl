procedure main(a: int) returns (r: int)
{
  var t, x: int;

  havoc t;
  r := t + a;
}
