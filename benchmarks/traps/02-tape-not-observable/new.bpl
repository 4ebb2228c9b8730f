procedure main(x: int) returns (r: int)
{
  var t: int;

  r := x;
  havoc t;
}
