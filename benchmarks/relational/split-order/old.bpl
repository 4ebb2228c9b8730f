procedure alternate(n: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i < n) {
    s := i - s;
    i := i + 1;
  }
}
