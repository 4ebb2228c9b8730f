procedure order(s: [int]int, t: [int]int) returns (d: int)
{
  var p: int;
  var q: int;
  p := 0;
  q := 0;
  while (true) {
    d := s[p] - t[q];
    if (d != 0 || s[p] == 0) { return; }
    p := p + 1;
    q := q + 1;
  }
}
