procedure last(n: int) returns (r: int)
{
  var i: int;
  r := -1;
  i := 0;
  while (i < n) {
    if (i mod 7 == 3) { r := i; }
    i := i + 1;
  }
}
