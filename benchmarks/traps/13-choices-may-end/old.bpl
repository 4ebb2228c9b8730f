procedure main(n: int) returns (r: int)
{
  var i: int;

  i := n;
  while (i > 0) {
    havoc i;
  }
  r := 0;
}
