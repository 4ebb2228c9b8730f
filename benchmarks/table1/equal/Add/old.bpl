procedure foo(a: int, b: int) returns (c: int)
{
  c := a + b;
}

procedure main() returns (r: int)
{
  call r := foo(5, 900);
}
