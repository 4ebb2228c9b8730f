procedure main(a: int) returns (r: int)
{
  var y: int;

  havoc y;
  r := a + 1 + y;
}
