// What the callee returns is positive for the arguments of the first call alone.
procedure down(from: int, n: int) returns (r: int)
{
  var i: int;
  r := from;
  i := n;
  while (i > 0) { i := i - 1; if (r > 1) { r := r - 1; } }
}

procedure twice(n: int) returns (r: int)
{
  var s: int;
  call r := down(9, n);
  call s := down(r - 2, n);
  r := r + s;
}
