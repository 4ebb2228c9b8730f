procedure main(n: int) returns (r: int)
{
  var i: int;

  i := n;
  while (i > 0) {
    assert n < 10;
    i := i + 1;
  }
  assert n < 10;
  r := 0;
}
