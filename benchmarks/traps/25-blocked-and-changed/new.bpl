procedure main(a: int) returns (r: int)
{
  r := (if a == 7 then 8 else a);
}
