procedure main(a: int) returns (r: int)
{
  var x: int;

  havoc x;
  r := a;
}
