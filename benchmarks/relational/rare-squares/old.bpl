procedure count(x: int, y: int) returns (c: int)
{
  var i: int;
  c := 0;
  i := 0;
  while (i < x) {
    c := c + y;
    i := i + 1;
  }
}
