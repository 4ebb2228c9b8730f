procedure abs(x: int) returns (r: int)
{
  r := x;
  if (x < 0) {
    r := -x;
  }
}

procedure main(x: int, y: int) returns (r: int)
{
  var a, b: int;

  call a := abs(x);
  call b := abs(y);
  r := 0;
  if (a + b < 0) {
    r := 1;
  }
}
