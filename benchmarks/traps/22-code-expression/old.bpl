procedure main(x: int) returns (r: bool)
{
  r := |{ var a: bool; S: a := true; goto P, N; P: assume x > 0; return a; N: assume x <= 0; return !a; }|;
}
