procedure fib(n: int) returns (r: int)
{
  call r := go(n, 0, 1);
}
procedure go(n: int, a: int, b: int) returns (r: int)
{
  if (n <= 0) { r := a; } else { call r := go(n - 1, b, b + b); }
}
