procedure sort(a: [int]int, n: int) returns (b: [int]int)
{
  var i: int;
  var j: int;
  var t: int;
  b := a;
  i := 1;
  while (i < n && (i < 3 || i < n - 1)) {
    j := 0;
    while (j < n - i) {
      if (b[j] > b[j + 1]) {
        t := b[j];
        b[j] := b[j + 1];
        b[j + 1] := t;
      }
      j := j + 1;
    }
    i := i + 1;
  }
}
