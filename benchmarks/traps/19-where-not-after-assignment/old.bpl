var size: int where size > 0;

procedure main(x: int) returns (r: int)
  modifies size;
{
  size := x;
  r := 1;
}
