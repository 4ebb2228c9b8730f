procedure main(a: int) returns (y: int)
{
  var x: int;
  x := 3 + a;
  y := x;
}

procedure three() returns (r: int)
{
  r := 3;
}
