procedure even(n: int) returns (r: bool)
{
  r := n mod 2 == 0;
}
procedure odd(n: int) returns (r: bool)
{
  r := n > 0 && n mod 2 != 0;
}
