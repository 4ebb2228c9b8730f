procedure main(n: int) returns (r: int)
{
  var i: int;

  i := n;
  assert n < 10;
  while (i > 0) {
    i := i + 1;
  }
  r := 0;
}
