procedure foo(a: int, b: int) returns (c: int)
{
  var d: int;

  d := 3;
  c := b + a + d;
}

procedure main() returns (r: int)
{
  call r := foo(5, 900);
}
