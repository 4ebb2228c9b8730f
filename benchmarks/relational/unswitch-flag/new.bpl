procedure walk(n: int, up: bool) returns (x: int)
{
  var i: int;
  x := 0;
  i := 0;
  if (up) {
    while (i < n) {
      x := x + 2;
      i := i + 1;
    }
  } else {
    while (i < n) {
      x := x - 1;
      i := i + 1;
    }
  }
}
