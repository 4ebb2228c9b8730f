procedure main(n: int) returns (r: int)
{
  var k: int;
  k := n;
  goto A;
A:
  if (k >= 0)
  {
    k := k - 3;
    if (k >= 50)
    {
      k := k - 1;
      goto B;
    }
    goto C;
  }
  goto E1;
B:
  if (k >= 7) { goto A; }
  goto E2;
C:
  if (k != 3) { goto A; }
  goto E3;
E1: r := 1; return;
E2: r := 2; return;
E3: r := 3; return;
}
