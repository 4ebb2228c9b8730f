procedure fold(a: [int]int, n: int, mode: int) returns (r: int)
{
  var i: int;
  r := 0;
  i := 0;
  while (i < n) {
    if (mode == 0) { r := r + a[i]; }
    else if (mode == 1) { r := r - a[i]; }
    else { r := a[i]; }
    i := i + 1;
  }
}
