procedure find(a: [int]int, n: int, k: int) returns (r: int)
{
  r := n - 1;
  while (r >= 0 && a[r] != k) {
    r := r - 1;
  }
  if (r < 0) { r := -1; }
}
