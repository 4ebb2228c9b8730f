procedure multiples(n: int, k: int) returns (c: int)
{
  var left: int;
  c := 0;
  left := n;
  while (left > 0) {
    c := c + k;
    left := left - 1;
  }
}
