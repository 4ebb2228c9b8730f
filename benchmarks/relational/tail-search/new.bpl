procedure find(a: [int]int, n: int, k: int) returns (r: int)
{
  call r := from(a, n, k, 0);
}
procedure from(a: [int]int, n: int, k: int, i: int) returns (r: int)
{
  if (i >= n) { r := -1; return; }
  if (a[i] == k) { r := i; return; }
  call r := from(a, n, k, i + 1);
}
