procedure foo(a: int, b: int) returns (c: int)
{
  var i: int;

  c := 0;
  if (a < 0) {
    i := 1;
    while (i <= a) {
      c := c + b;
      i := i + 1;
    }
  }
}

procedure main(x: int) returns (r: int)
{
  if (13 <= x && x < 17) {
    call r := foo(x, 15);
  } else {
    r := 0;
  }
}
