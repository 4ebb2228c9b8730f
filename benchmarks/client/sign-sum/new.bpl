procedure spread(m: [int]int, n: int) returns (s: int)
{
  var i, c: int;
  s := 0;
  i := 0;
  while (i < n) {
    call c := cmp(m[i + 1], m[i]);
    if (c > 0) { s := s + c; }
    i := i + 1;
  }
}

procedure cmp(a: int, b: int) returns (r: int)
{
  if (a < b) { r := -1; } else if (a > b) { r := 1; } else { r := 0; }
}
