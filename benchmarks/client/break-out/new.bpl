procedure find(m: [int]int, n: int, x: int) returns (r: int)
{
  var i, c: int;
  i := 0;
  r := -1;
  while (i < n) {
    call c := cmp(m[i], x);
    if (c == 0) { r := i; break; }
    i := i + 1;
  }
}

procedure cmp(a: int, b: int) returns (r: int)
{
  if (a < b) { r := -1; } else if (a > b) { r := 1; } else { r := 0; }
}
