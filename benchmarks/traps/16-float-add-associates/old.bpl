procedure main(x: float5e4, y: float5e4, z: float5e4) returns (r: float5e4)
{
  r := (x + y) + z;
}
