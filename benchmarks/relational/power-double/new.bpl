procedure power(n: int) returns (p: int)
{
  var i: int;
  p := 1;
  i := n;
  while (i > 0) {
    p := p + p;
    i := i - 1;
  }
}
