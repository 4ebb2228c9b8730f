procedure make(n: int) returns (a: [int]int, b: [int]int)
{
  var i: int;
  a := (lambda k: int :: 0);
  b := (lambda k: int :: 0);
  i := 0;
  while (i < n) {
    a[i] := i;
    b[i] := a[i] + 1;
    i := i + 1;
  }
}
