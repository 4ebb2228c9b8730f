procedure main(n: int, k: int) returns (r: int)
{
  var i: int;

  i := n;
  while (i > 0) {
    i := i - 1;
  }
  r := 0;
}
