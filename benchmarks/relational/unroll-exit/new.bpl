procedure add(a: [int]int, n: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  while (i < n - 1 && s < 10) {
    s := s + a[i] + a[i + 1];
    i := i + 2;
  }
  if (i < n && s < 10) { s := s + a[i]; }
}
