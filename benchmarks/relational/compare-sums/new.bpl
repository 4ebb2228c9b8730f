procedure same(a: [int]int, b: [int]int, n: int) returns (r: bool)
{
  var i: int;
  var d: int;
  d := 0;
  i := 0;
  while (i < n) {
    d := d + a[i] - b[i];
    i := i + 1;
  }
  r := d == 0;
}
