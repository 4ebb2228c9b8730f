procedure foo(a: int, b: int) returns (c: int)
{
  c := b + a;
}

procedure main() returns (r: int)
{
  call r := foo(5, 900);
}
