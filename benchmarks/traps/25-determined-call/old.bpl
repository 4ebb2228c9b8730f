procedure k() returns (x: int);
  ensures x == 5;

procedure main(a: int) returns (r: int)
{
  var x, y: int;

  call x := k();
  havoc y;
  r := x + y;
}
