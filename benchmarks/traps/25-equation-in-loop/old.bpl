procedure main(n: int) returns (s: int)
{
  var i, x: int;

  s, i := 0, 0;
  while (i < n) {
    havoc x;
    assume x == s + i;
    s := x;
    i := i + 1;
  }
  havoc x;
  s := s + x;
}
