function {:builtin "fp.add"} add(rmode, float24e8, float24e8): float24e8;
procedure main(x: float24e8, y: float24e8) returns (r: float24e8)
{
  r := add(RTZ, x, y);
}
