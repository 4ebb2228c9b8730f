procedure foo(a: int, b: int) returns (c: int)
{
  var i: int;

  c := b;
  i := 0;
  while (i < 3) {
    c := c - a;
    i := i + 1;
  }
}

procedure main() returns (r: int)
{
  call r := foo(900, 5);
}
