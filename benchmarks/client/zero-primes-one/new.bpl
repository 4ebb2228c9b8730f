procedure sum_primes(x: int) returns (sum: int)
{
  var j, c: int;
  sum := 0;
  j := 0;
  while (j < x) {
    call c := composite(j);
    if (c == 1) { sum := sum + j; }
    j := j + 1;
  }
}

procedure composite(num: int) returns (count: int)
{
  var i: int;
  i := 2;
  while (i < num) {
    if (num mod i == 0) { count := 1; return; }
    i := i + 1;
  }
  count := 0;
}
