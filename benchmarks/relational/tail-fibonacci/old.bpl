procedure fib(n: int) returns (a: int)
{
  var b: int;
  var i: int;
  var t: int;
  a := 0;
  b := 1;
  i := 0;
  while (i < n) {
    t := a + b;
    a := b;
    b := t;
    i := i + 1;
  }
}
