function {:builtin "MapOr"} union([int]bool, [int]bool): [int]bool;
procedure main(a: [int]bool, b: [int]bool) returns (r: [int]bool)
{
  r := union(a, b);
}
