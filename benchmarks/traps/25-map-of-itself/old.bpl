procedure main(i: int) returns (r: int)
{
  var N: [int]int;

  havoc N;
  assume (forall x: int :: N[x] == N[0 - x]);
  r := N[i];
}
