function weight(x: int): int;

procedure check(m: [int]int, n: int, most: int) returns (ok: bool)
{
  var i: int;

  i := 0;
  ok := true;
  while (i < n - 1 && ok) {
    if (weight(m[i]) > most) {
      ok := false;
    }
    i := i + 1;
  }
}
