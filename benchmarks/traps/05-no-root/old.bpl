procedure ping(n: int) returns (r: int)
{
  if (n <= 0) {
    r := 0;
  } else {
    call r := pong(n - 1);
  }
}

procedure pong(n: int) returns (r: int)
{
  if (n <= 0) {
    r := 1;
  } else {
    call r := ping(n - 1);
  }
}
