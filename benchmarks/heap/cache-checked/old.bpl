var has: [int]bool;
var cache: [int]int;

procedure square(k: int) returns (r: int)
{
  r := 2 * k + 1;
}
