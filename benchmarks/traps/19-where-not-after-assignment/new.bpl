var size: int where size > 0;

procedure main(x: int) returns (r: int)
  modifies size;
{
  size := x;
  r := (if size > 0 then 1 else 0);
}
