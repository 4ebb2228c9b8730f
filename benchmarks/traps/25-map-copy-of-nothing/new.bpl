procedure copy(D: [int]int, S: [int]int, d: int, s: int, n: int) returns (R: [int]int)
{
  assume (forall x: int :: d <= x && x < d + n ==> R[x] == S[s - d + x]);
  assume (forall x: int :: x < d ==> R[x] == D[x]);
  assume (forall x: int :: d + n <= x ==> R[x] == D[x]);
}

procedure main(M: [int]int, p: int, i: int) returns (r: int)
{
  var N: [int]int;
  var y: int;

  N := M;
  havoc y;
  r := N[i] + y;
}
