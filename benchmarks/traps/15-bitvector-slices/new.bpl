procedure main(x: bv16) returns (r: bv16)
{
  r := x[16:8] ++ x[8:0];
}
