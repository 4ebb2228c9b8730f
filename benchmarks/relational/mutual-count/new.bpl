procedure up(n: int) returns (r: int)
{
  r := 0;
  if (n == 1) { r := 3; }
  if (n > 1) { call r := up(n - 2); r := r + 2; }
}
