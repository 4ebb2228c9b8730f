procedure index(s: [int]int, c: int) returns (r: int)
{
  r := 0;
  while (true) {
    if (s[r] == c && c != 0) { return; }
    if (s[r] == 0) { r := -1; return; }
    r := r + 1;
  }
}
