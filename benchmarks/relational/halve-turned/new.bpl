procedure client(x: int) returns (odd: bool)
{
  var c: int;
  call c := steps(x);
  odd := c == 0;
}
procedure steps(n: int) returns (c: int)
{
  var x: int;
  x := n;
  c := 0;
  while (x mod 2 == 0) {
    x := x div 2;
    c := 1 - c;
  }
}
