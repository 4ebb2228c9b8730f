procedure multiples(n: int, k: int) returns (c: int)
{
  var i: int;
  c := 0;
  i := 0;
  while (i < n) {
    c := c + k;
    i := i + 1;
  }
}
