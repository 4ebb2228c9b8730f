procedure fall(n: int) returns (r: int)
{
  if (n < 0) { r := 0; return; }
  call r := step(n, 0);
}
procedure step(n: int, acc: int) returns (r: int)
{
  var t: int;
  if (n == 0) { r := acc; return; }
  call t := triple(n);
  call r := step(n - 1, acc + t);
}

procedure triple(a: int) returns (r: int)
{
  r := a + a + a;
}
