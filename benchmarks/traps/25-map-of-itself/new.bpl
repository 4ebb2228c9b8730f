procedure main(i: int) returns (r: int)
{
  var N: [int]int;

  havoc N;
  r := N[0];
}
