procedure less(i: int) returns (r: int)
{
  r := i - 1;
}

procedure main(n: int) returns (r: int)
{
  var i: int;

  i := n;
  while (i > 0) {
    call i := less(i);
  }
  r := 0;
}
