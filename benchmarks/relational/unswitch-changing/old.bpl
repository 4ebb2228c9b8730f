procedure walk(n: int) returns (x: int)
{
  var i: int;
  x := 0;
  i := 0;
  while (i < n) {
    if (x < 12) { x := x + 2; } else { x := x - 1; }
    i := i + 1;
  }
}
