procedure alternate(n: int) returns (s: int)
{
  if (n <= 0) { s := 0; return; }
  call s := alternate(n - 1);
  s := n - s;
}
