var a: [int]int;
procedure sort(n: int)
  modifies a;
{
  var i, j, t, c: int;
  i := 1;
  while (i < n) {
    j := i;
    while (j > 0) {
      call c := cmp(a[j - 1], a[j]);
      if (c <= 0) { break; }
      t := a[j];
      a[j] := a[j - 1];
      a[j - 1] := t;
      j := j - 1;
    }
    i := i + 1;
  }
}

procedure cmp(a: int, b: int) returns (r: int)
{
  if (a < b) { r := -1; } else if (a > b) { r := 1; } else { r := 0; }
}
