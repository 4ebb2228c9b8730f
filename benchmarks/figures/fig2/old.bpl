// Figure 2 (SAS 2017), p1.

procedure p(x: int) returns (r: int)
{
  r := x;
  if (r < 0) {
    r := -1;
    return;
  }
  if (r >= 2) {
    return;
  }
  while (r == 2) {
    r := 2;
  }
  r := 3;
}

procedure main(x: int) returns (r: int)
{
  call r := p(x);
}
