procedure odd(a: [int]int, n: int) returns (c: int)
{
  var i: int;
  c := 0;
  i := 0;
head:
  if (i >= n) { return; }
  if (a[i] mod 2 == 0) { goto next; }
  c := c + 1;
next:
  i := i + 1;
  goto head;
}
