procedure any(n: int, k: int) returns (s: int)
{
  var i, c, h: int;
  c := 0;
  i := 0;
  while (i < n) {
    call h := hits(i + k);
    c := c + h;
    i := i + 1;
  }
  if (c > 1) { s := 1; } else { s := 0; }
}

procedure hits(a: int) returns (r: int)
{
  if (a > 10) { r := a; } else { r := 0; }
}
