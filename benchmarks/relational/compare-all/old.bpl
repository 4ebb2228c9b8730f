procedure same(a: [int]int, b: [int]int, n: int) returns (r: bool)
{
  var i: int;
  i := 0;
  while (i < n) {
    if (a[i] != b[i]) { r := false; return; }
    i := i + 1;
  }
  r := true;
}
