procedure main(i: int) returns (r: int)
{
  var N: [int]int;

  havoc N;
  assume (forall x: int :: 0 <= x && x < 4 ==> N[x] == x + 7);
  r := N[i];
}
