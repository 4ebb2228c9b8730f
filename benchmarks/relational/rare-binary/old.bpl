procedure find(a: [int]int, n: int, k: int) returns (r: bool)
{
  var lo: int;
  var hi: int;
  var mid: int;
  lo := 0;
  hi := n;
  while (lo < hi) {
    mid := (lo + hi) div 2;
    if (a[mid] < k) { lo := mid + 1; } else { hi := mid; }
  }
  r := lo < n && a[lo] == k;
}
