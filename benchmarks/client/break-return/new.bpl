procedure first(m: [int]int, n: int) returns (r: int)
{
  var i, c: int;
  i := 0;
  while (i < n) {
    call c := cmp(m[i], 0);
    if (c > 0) { r := m[i]; return; }
    i := i + 1;
  }
  r := 0;
}

procedure cmp(a: int, b: int) returns (r: int)
{
  if (a < b) { r := -1; } else if (a > b) { r := 1; } else { r := 0; }
}
