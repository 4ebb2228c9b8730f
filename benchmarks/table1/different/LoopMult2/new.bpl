procedure foo(a: int, b: int) returns (c: int)
{
  var i: int;

  c := 0;
  i := 1;
  while (i <= a) {
    c := c + b;
    i := i + 1;
  }
}

procedure main(x: int) returns (r: int)
{
  call r := foo(2, 2);
}
