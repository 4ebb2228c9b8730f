var size: int where size > 0;

procedure main() returns (r: int)
{
  r := size;
}
