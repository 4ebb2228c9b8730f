procedure even(n: int) returns (r: bool)
  requires n >= 0;
{
  if (n == 0) { r := true; } else { call r := odd(n - 1); }
}
procedure odd(n: int) returns (r: bool)
  requires n >= 0;
{
  if (n == 0) { r := false; } else { call r := even(n - 1); }
}
