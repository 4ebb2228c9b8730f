procedure length(s: [int]int, p: int) returns (n: int)
{
  n := 0;
  while (s[p + n] != 0) {
    n := n + 1;
  }
}
