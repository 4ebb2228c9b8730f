function f(x: int): int;

procedure g(i: int, n: int, v: int) returns (r: int, w: int)
{
  r := i;
  w := v;
  while (r != n) {
    r := r + 1;
    w := f(w);
  }
}

procedure main(x: int) returns (r: int)
{
  var w: int;

  call r, w := g(x, x + 300, 0);
}
