procedure main(n: int) returns (r: int)
{
  var i: int;

  i := n;
  while (i > 0) {
    havoc i;
    if (i > 100) {
      i := 100;
    }
  }
  r := 0;
}
