procedure sum(n: int) returns (s: int)
{
  var i: int;
  i := 0;
  s := 5;
  while (i < n && s <= 93) {
    s := s + i;
    i := i + 1;
  }
}
