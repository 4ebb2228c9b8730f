procedure any(a: [int]int, n: int, k: int) returns (r: bool)
{
  var i: int;
  r := false;
  i := 0;
  while (i < n) {
    if (a[i] == k) { r := true; }
    i := i + 1;
  }
}
