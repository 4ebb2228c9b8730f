procedure main(n: int) returns (s: int)
{
  var i, x: int;

  s, i := 0, 0;
  havoc x;
  while (i < n) {
    x := i div 2;
    s := s + x;
    i := i + 1;
  }
}
