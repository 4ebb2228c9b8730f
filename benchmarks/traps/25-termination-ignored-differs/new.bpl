procedure main(a: int) returns (r: int)
{
  while (a < 0) {
  }
  r := (if a == 7 then 8 else a);
}
