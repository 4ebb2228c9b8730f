procedure late(x: int) returns (r: int)
{
  var t: int;
  call t := wait(x);
  r := x;
}

procedure wait(a: int) returns (r: int)
{
  r := a;
  while (r < 0) { r := r + 1; }
}
