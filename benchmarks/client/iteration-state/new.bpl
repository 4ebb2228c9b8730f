var last: int;
procedure run(n: int) returns (s: int)
  modifies last;
{
  var i, c: int;
  s := 0;
  i := 0;
  last := 0;
  while (i < n) {
    call c := cmp(i, 2);
    if (last > 1) { s := s + 1; }
    if (c > 0) { last := c; }
    i := i + 1;
  }
  last := 0;
}

procedure cmp(a: int, b: int) returns (r: int)
{
  if (a < b) { r := -1; } else if (a > b) { r := 1; } else { r := 0; }
}
