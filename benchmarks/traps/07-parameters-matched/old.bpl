procedure count(n: int, k: int) returns (r: int)
{
  r := k;
  if (n > 0)
  {
    call r := count(n - 1, k);
  }
}

procedure main(x: int, y: int) returns (r: int)
{
  call r := count(x, y);
}
