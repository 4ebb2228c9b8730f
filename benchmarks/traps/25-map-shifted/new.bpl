procedure main(i: int) returns (r: int)
{
  var N: [int]int;

  r := 2 * i - 6;
}
