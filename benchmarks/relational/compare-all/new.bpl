procedure same(a: [int]int, b: [int]int, n: int) returns (r: bool)
{
  var i: int;
  r := true;
  i := 0;
  while (i < n) {
    r := r && a[i] == b[i];
    i := i + 1;
  }
}
