procedure main(x: float11e5, y: float11e5, z: float11e5) returns (r: float11e5)
{
  r := (x + y) + z;
}
