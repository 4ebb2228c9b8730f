procedure length(s: [int]int, p: int) returns (n: int)
{
  var q: int;
  q := p;
  while (s[q] != 0) {
    q := q + 1;
  }
  n := q - p;
}
