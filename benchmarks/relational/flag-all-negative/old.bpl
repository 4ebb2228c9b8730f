procedure all(a: [int]int, n: int, k: int) returns (r: bool)
  requires n >= -3;
{
  var i: int;
  r := true;
  i := 0;
  while (i < n) {
    if (a[i] != k) { r := false; }
    i := i + 1;
  }
}
