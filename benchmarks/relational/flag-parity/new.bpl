procedure parity(n: int) returns (r: bool)
{
  var i: int;
  var c: int;
  c := 0;
  i := 0;
  while (i < n) {
    c := c + 1;
    i := i + 1;
  }
  r := c mod 2 == 1;
}
