procedure index(s: [int]int, c: int) returns (r: int)
{
  var i: int;
  i := 0;
  while (s[i] != 0 && s[i] != c) {
    i := i + 1;
  }
  if (s[i] == c) { r := i; } else { r := -1; }
}
