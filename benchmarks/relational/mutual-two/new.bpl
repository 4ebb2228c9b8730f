procedure even(n: int) returns (r: bool)
  requires n >= 0;
{
  if (n <= 1) { r := n == 0; } else { call r := even(n - 2); }
}
procedure odd(n: int) returns (r: bool)
  requires n >= 0;
{
  if (n <= 1) { r := n == 1; } else { call r := odd(n - 2); }
}
