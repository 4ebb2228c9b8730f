procedure main(i: int) returns (r: int)
{
  var N: [int]int;

  havoc N;
  assume (forall x: int :: x <= 5 ==> N[x] == 1);
  assume (forall x: int :: 5 <= x ==> N[x] == 2);
  r := N[i];
}
