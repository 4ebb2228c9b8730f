function weight(x: int): int;

procedure check(m: [int]int, n: int, most: int) returns (ok: bool)
{
  var i, over: int;

  i := 0;
  over := 0;
  while (i < n) {
    if (weight(m[i]) > most) {
      over := over + 1;
    }
    i := i + 1;
  }
  ok := over == 0;
}
