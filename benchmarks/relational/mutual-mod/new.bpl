procedure even(n: int) returns (r: bool)
  requires n >= 0;
{
  r := n mod 2 == 0;
}
procedure odd(n: int) returns (r: bool)
  requires n >= 0;
{
  r := n mod 2 != 0;
}
