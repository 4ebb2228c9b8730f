procedure reverse(a: [int]int, n: int) returns (b: [int]int)
{
  var i: int;
  var j: int;
  var t: int;
  b := a;
  i := 0;
  j := n - 1;
  while (i < j) {
    t := b[i];
    b[i] := b[j];
    b[j] := t;
    i := i + 1;
    j := j - 1;
  }
}
