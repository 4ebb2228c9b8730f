procedure bsd_split(s: [int]int, slen: int) returns (found: bool, at: int)
{
  var i: int;
  i := slen;
  i := i - 1;
  while (i != 0 && s[i] != 41) { i := i - 1; }
  at := i;
  found := s[i] == 41;
}
