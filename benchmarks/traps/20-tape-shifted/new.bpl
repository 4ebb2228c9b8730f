procedure main(x: int) returns (r: int, s: int)
{
  havoc s;
  havoc r;
  s := x;
}
