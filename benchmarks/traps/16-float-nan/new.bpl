function {:builtin "fp.eq"} eq(float24e8, float24e8): bool;
procedure main(x: float24e8) returns (r: bool)
{
  r := true;
}
