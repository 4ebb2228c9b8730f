procedure main(a: int, b: int) returns (r: int)
{
  var c, i: int;

  c := 0;
  i := 0;
  while (i < a) {
    c := c + b;
    if (i == 40) {
      c := c + 1;
    }
    i := i + 1;
  }
  r := c + 1;
}
