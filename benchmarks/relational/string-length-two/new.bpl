procedure length(s: [int]int, p: int) returns (n: int)
{
  n := 0;
  while (true) {
    if (s[p + n] == 0) { return; }
    if (s[p + n + 1] == 0) { n := n + 1; return; }
    n := n + 2;
  }
}
