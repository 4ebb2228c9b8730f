procedure total(a: [int]int, n: int) returns (s: int)
{
  if (n <= 0) { s := 0; return; }
  call s := total(a, n - 1);
  s := s + a[n - 1];
}
