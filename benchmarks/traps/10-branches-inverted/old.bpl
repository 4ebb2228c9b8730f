procedure main(n: int) returns (r: int)
{
  var i: int;
  i := n;
  goto A;
A:
  if (i < 0) { goto E1; }
  i := i - 3;
  if (i < 50) { goto C; }
  i := i - 1;
  goto B;
B:
  if (i < 7) { goto E2; }
  goto A;
C:
  if (i == 3) { goto E3; }
  goto A;
E1: r := 1; return;
E2: r := 2; return;
E3: r := 3; return;
}
