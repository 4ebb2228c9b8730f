procedure f(n: int) returns (r: int)
{
  if (n >= 100) { r := n - 10; } else { r := 91; }
}
