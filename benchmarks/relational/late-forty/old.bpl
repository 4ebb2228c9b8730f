procedure count(n: int) returns (c: int)
{
  var i: int;
  c := 0;
  i := 0;
  while (i < n) {
    c := c + 1;
    i := i + 1;
  }
}
