procedure ack(m: int, n: int) returns (r: int)
  requires m >= 0 && n >= 0;
{
  if (m == 0) { r := n + 1; return; }
  r := 1;
  if (n > 0) { call r := ack(m, n - 1); }
  call r := ack(m - 1, r);
}
