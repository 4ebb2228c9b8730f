procedure steps(n: int) returns (c: int)
{
  var i: int;
  c := 0;
  i := 1;
  while (i <= n) {
    c := c + 1;
    i := i + 2;
  }
}
