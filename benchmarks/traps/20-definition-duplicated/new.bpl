procedure main(a: int) returns (y: int)
{
  var x: int;
  call x := three();
  y := x;
  x := 3 + a;
  y := x;
}

procedure three() returns (r: int)
{
  r := 3;
}
