procedure foo(a: int, b: int) returns (c: int)
{
  var i: int;

  c := 0;
  if (a < 0) {
    i := 1;
    while (i <= b) {
      c := c + a;
      i := i + 1;
    }
  }
}

procedure main(x: int) returns (r: int)
{
  if (9 <= x && x < 12) {
    call r := foo(x, 10);
  } else {
    r := 0;
  }
}
