procedure power(n: int) returns (p: int)
{
  var i: int;
  p := 1;
  i := 0;
  while (i < n) {
    p := 2 * p;
    if (p > 1000) { p := 1; }
    i := i + 1;
  }
}
