procedure main(i: int) returns (r: int)
{
  var N: [int]int;

  assume false;
  r := i;
}
