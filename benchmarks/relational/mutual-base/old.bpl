procedure third(n: int) returns (r: int)
{
  if (n <= 0) { r := 0; } else { call r := second(n - 1); }
}
procedure second(n: int) returns (r: int)
{
  if (n <= 0) { r := 1; } else { call r := first(n - 1); }
}
procedure first(n: int) returns (r: int)
{
  if (n <= 0) { r := 2; } else { call r := third(n - 1); }
}
