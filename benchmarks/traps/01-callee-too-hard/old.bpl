procedure cubes(a: int, b: int, c: int) returns (r: int)
{
  r := 0;
  if (a * a * a + b * b * b + c * c * c == 42) {
    r := 0;
  }
}

procedure main(a: int, b: int, c: int) returns (r: int)
{
  call r := cubes(a, b, c);
}
