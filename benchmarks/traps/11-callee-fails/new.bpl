procedure inverse(x: int) returns (r: int)
{
  r := 100 div x;
}

procedure main(x: int) returns (r: int)
{
  call r := inverse(x);
  r := 0;
}
