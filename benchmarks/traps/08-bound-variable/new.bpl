procedure main(?0.0: int) returns (r: bool)
{
  r := true;
}
