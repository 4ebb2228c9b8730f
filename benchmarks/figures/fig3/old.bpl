// Figure 3 (SAS 2017), f1.

procedure abs(x: int) returns (r: int)
{
  if (x >= 1) {
    r := x;
    return;
  } else {
    r := -x;
  }
}

procedure f(x: int) returns (r: int)
{
  r := x;
  if (r == 5) {
    call r := abs(r);
    if (r == 0) {
      r := 0;
      return;
    }
  }
}
