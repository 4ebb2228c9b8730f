procedure foo(a: int, b: int) returns (r: int)
{
  var c, i: int;

  c := 1;
  i := 0;
  while (i < a) {
    c := c + b;
    i := i + 1;
  }
  r := c;
}

procedure main() returns (r: int)
{
  call r := foo(5, 900);
}
