procedure add(a: [int]int, n: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i < n && s < 10) {
    s := s + a[i];
    i := i + 1;
  }
}
