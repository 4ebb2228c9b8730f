procedure main(x: int) returns (r: int, s: int)
{
  havoc r;
  s := x;
}
