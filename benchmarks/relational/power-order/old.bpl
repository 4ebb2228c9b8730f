procedure power(x: int, n: int) returns (p: int)
{
  var i: int;
  p := 1;
  i := 0;
  while (i < n) {
    p := p * x;
    i := i + 1;
  }
}
