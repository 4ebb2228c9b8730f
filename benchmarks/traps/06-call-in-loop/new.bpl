procedure abs(x: int) returns (r: int)
{
  r := x;
  if (x < 0) {
    r := -x;
  }
}

procedure main(n: int) returns (r: int)
{
  var i, a: int;

  r := 0;
  i := 0;
  while (i < n && i < 4) {
    call a := abs(i - 2);
    if (a < 0) {
      r := 2;
    }
    i := i + 1;
  }
}
