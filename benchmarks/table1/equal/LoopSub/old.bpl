procedure foo(a: int, b: int) returns (c: int)
{
  var i: int;

  c := a;
  i := 0;
  while (i < 3) {
    c := c - b;
    i := i + 1;
  }
}

procedure main() returns (r: int)
{
  call r := foo(5, 900);
}
