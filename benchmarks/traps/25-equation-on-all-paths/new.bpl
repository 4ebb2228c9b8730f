procedure main(a: int) returns (r: int)
{
  var y: int;

  havoc y;
  r := (if a > 0 then 5 else 6) + y;
}
