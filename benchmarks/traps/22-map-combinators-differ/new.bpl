function {:builtin "MapAnd"} intersection([int]bool, [int]bool): [int]bool;
procedure main(a: [int]bool, b: [int]bool) returns (r: [int]bool)
{
  r := intersection(a, b);
}
