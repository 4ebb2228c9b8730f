procedure parity(n: int) returns (r: bool)
{
  var i: int;
  r := false;
  i := 0;
  while (i < n) {
    r := !r;
    i := i + 1;
  }
}
