procedure main(?0.0: int) returns (r: bool)
{
  r := (forall i: int :: i >= ?0.0);
}
