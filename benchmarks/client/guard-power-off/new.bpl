procedure value(x: int, n: int) returns (s: int)
{
  s := 0;
  if (n >= -1) {
    call s := pw(x, n);
  }
}

procedure pw(x: int, e: int) returns (r: int)
{
  var i: int;
  r := 1;
  if (e < 0) { r := 0; return; }
  i := e;
  while (i != 0) {
    r := r * x;
    i := i - 1;
  }
}
