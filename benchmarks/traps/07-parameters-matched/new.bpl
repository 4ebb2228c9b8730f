procedure count(k: int, n: int) returns (r: int)
{
  r := k;
  if (n > 0)
  {
    call r := count(k, n - 1);
  }
}

procedure main(x: int, y: int) returns (r: int)
{
  call r := count(x, y);
}
