procedure walk(n: int, up: bool) returns (x: int)
{
  var i: int;
  x := 0;
  i := 0;
  while (i < n) {
    if (up) { x := x + 2; } else { x := x - 1; }
    i := i + 1;
  }
}
