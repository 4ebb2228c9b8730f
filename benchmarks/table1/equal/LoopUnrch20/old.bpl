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
  if (18 <= x && x < 22) {
    call r := foo(x, 20);
  } else {
    r := 0;
  }
}
