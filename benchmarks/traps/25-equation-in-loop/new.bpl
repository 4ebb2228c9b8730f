procedure main(n: int) returns (s: int)
{
  var i, x: int;

  s, i := 0, 0;
  while (i < n) {
    s := s + i;
    i := i + 1;
  }
  havoc x;
  s := s + x;
}
