const unique A: int;

procedure main() returns (r: int)
{
  r := A;
}
