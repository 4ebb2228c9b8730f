procedure fold(a: [int]int, n: int, mode: int) returns (r: int)
{
  var i: int;
  r := 0;
  i := 0;
  if (mode == 0) {
    while (i < n) { r := r + a[i]; i := i + 1; }
  } else if (mode == 1) {
    while (i < n) { r := r - a[i]; i := i + 1; }
  } else if (n > 0) {
    r := a[0];
  }
}
