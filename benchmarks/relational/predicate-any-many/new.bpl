function bad(x: int): bool;

procedure count(m: [int]int, n: int) returns (c: int)
{
  var i: int;

  i := 0;
  c := 0;
  while (i < n) {
    if (bad(m[i])) {
      c := 1;
    }
    i := i + 1;
  }
}

procedure many(m: [int]int, n: int) returns (r: bool)
{
  var c: int;

  call c := count(m, n);
  r := c > 1;
}
