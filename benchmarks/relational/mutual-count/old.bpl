procedure up(n: int) returns (r: int)
{
  r := 0;
  if (n > 0) { call r := down(n - 1); r := r + 3; }
}
procedure down(n: int) returns (r: int)
{
  r := 0;
  if (n > 0) { call r := up(n - 1); r := r - 1; }
}
