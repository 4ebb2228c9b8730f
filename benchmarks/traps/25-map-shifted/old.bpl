procedure main(i: int) returns (r: int)
{
  var N: [int]int;

  havoc N;
  assume (forall x: int :: N[x + 3] == 2 * x);
  r := N[i];
}
