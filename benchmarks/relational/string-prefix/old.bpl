procedure order(s: [int]int, t: [int]int) returns (d: int)
{
  var i: int;
  i := 0;
  while (s[i] == t[i] && s[i] != 0) {
    i := i + 1;
  }
  d := s[i] - t[i];
}
