procedure third(n: int) returns (r: int)
{
  if (n <= 0) { r := 0; return; }
  if (n == 1) { r := 1; return; }
  if (n == 2) { r := 1; return; }
  call r := third(n - 3);
}
