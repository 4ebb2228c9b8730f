procedure main(n: int) returns (s: int)
{
  s := 0;
  if (n > 0) {
    s := n * (n + 1) div 2;
  }
}
