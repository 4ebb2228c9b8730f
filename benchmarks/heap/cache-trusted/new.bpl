var has: [int]bool;
var cache: [int]int;

procedure square(k: int) returns (r: int)
{
  if (has[k]) { r := cache[k]; } else { r := 2 * k + 1; }
}
