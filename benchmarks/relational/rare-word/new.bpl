procedure accept(a: [int]int, n: int) returns (hits: int)
{
  var i: int;
  var state: int;
  state := 0;
  hits := 0;
  i := 0;
  while (i < n) {
    if (state == 0 && a[i] == 3) { state := 1; }
    else if (state == 1 && a[i] == 1) { state := 2; }
    else if (state == 2 && a[i] == 4) { state := 3; hits := hits + 1; }
    else if (state == 3 && a[i] == 1) { state := 0; hits := hits + 1; }
    else { state := 0; }
    i := i + 1;
  }
}
