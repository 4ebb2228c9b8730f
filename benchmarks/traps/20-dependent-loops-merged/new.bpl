var m, k: [int]int;

procedure main(n: int)
  modifies m, k;
{
  var i: int;
  i := 0;
  while (i < n) {
    m[i] := k[i - 1];
    k[i] := 0;
    i := i + 1;
  }
}
