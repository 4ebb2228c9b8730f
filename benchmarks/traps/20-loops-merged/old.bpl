var m, k: [int]int;

procedure main(n: int)
  modifies m, k;
{
  var i: int;
  i := 0;
  while (i < n) {
    m[i] := 0;
    i := i + 1;
  }
  i := 0;
  while (i < n) {
    k[i] := 0;
    i := i + 1;
  }
}
