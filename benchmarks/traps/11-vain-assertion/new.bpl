procedure halve(x: int) returns (r: int)
{
  var i: int;
  i := 1;
  while (i < 1) {
    i := i + 1;
  }
  r := x div 2;
}

procedure main(x: int) returns (r: int)
{
  var i: int;
  r := x;
  i := 0;
  while (i < 9) {
    call r := halve(r);
    i := i + 1;
  }
}
