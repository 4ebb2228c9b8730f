procedure main(x: int) returns (r: bool)
{
  r := true;
}
