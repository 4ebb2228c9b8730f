procedure count(n: int) returns (r: int)
{
  if (n <= 0) {
    r := 1;
  } else {
    call r := count(n - 1);
    r := r + 1;
  }
}
