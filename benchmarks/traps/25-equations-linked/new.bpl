procedure main(a: int) returns (r: int)
{
  var z: int;

  havoc z;
  r := a + 1 + z;
}
