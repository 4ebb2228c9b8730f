procedure total(n: int) returns (s: int)
{
  var i: int;
  var end: int;
  s := 0;
  end := n;
  i := 0;
  while (i < end) {
    s := s + i;
    i := i + 1;
  }
}
