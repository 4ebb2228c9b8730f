procedure order(s: [int]int, t: [int]int) returns (d: int)
{
  var i: int;
  i := 0;
  d := 0;
  while (s[i] != 0 && t[i] != 0) {
    if (s[i] != t[i]) { d := s[i] - t[i]; return; }
    i := i + 1;
  }
}
