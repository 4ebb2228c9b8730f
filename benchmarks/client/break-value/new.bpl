procedure find(m: [int]int, n: int, x: int) returns (r: int)
{
  var i, c: int;
  i := 0;
  r := 0;
  c := 0;
  while (i < n) {
    call c := cmp(m[i], x);
    if (c >= 0) { break; }
    i := i + 1;
  }
  r := c;
}

procedure cmp(a: int, b: int) returns (r: int)
{
  if (a < b) { r := -1; } else if (a > b) { r := 1; } else { r := 0; }
}
