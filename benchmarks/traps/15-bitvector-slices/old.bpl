procedure main(x: bv16) returns (r: bv16)
{
  r := x;
}
