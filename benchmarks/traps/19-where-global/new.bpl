var size: int where size > 0;

procedure main() returns (r: int)
{
  r := size + (if size == 0 then 1 else 0);
}
