procedure even(n: int) returns (r: bool)
{
  if (n < 1) {
    r := true;
  } else {
    call r := odd(n - 1);
  }
}

procedure odd(n: int) returns (r: bool)
{
  if (n < 0) {
    r := false;
  } else {
    call r := even(n - 1);
  }
}

procedure main(n: int) returns (r: bool)
{
  call r := even(n);
}
