var m: [int]int;

procedure put(i: int, n: int)
  modifies m;
{
  var k: int;

  k := 0;
  if (i <= n) {
    while (k < 2) {
      m[i] := 8;
      k := k + 1;
    }
    if (k > n) {
      k := 9;
    }
  }
}

procedure main(x: int, y: int)
  modifies m;
{
  call put(x, y);
}
