procedure last(n: int) returns (r: int)
{
  var i: int;
  r := -1;
  i := n - 1;
  while (i >= 0) {
    if (i mod 7 == 3) { r := i; }
    i := i - 1;
  }
}
