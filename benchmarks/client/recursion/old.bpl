procedure search(m: [int]int, lo: int, hi: int, x: int) returns (r: int)
{
  var c, mid: int;
  if (lo >= hi) { r := -1; return; }
  mid := lo + (hi - lo) div 2;
  call c := cmp(m[mid], x);
  if (c == 0) { r := mid; return; }
  if (c < 0) { call r := search(m, mid + 1, hi, x); }
  else { call r := search(m, lo, mid, x); }
}

procedure cmp(a: int, b: int) returns (r: int)
{
  r := a - b;
}
