procedure main(i: int) returns (r: int)
{
  var N: [int]int;

  havoc N;
  r := (if 0 <= i && i < 4 then i + 7 else N[i]);
}
