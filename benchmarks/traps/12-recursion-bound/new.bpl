procedure depth(n: int) returns (r: int)
{
  if (n <= 0) {
    r := 0;
  } else {
    call r := depth(n - 1);
    r := r + 1;
    if (r == 150) {
      r := 0;
    }
  }
}

procedure main(n: int) returns (r: int)
{
  call r := depth(n);
}
