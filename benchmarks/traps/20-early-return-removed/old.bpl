procedure main(x: int, y: int) returns (r: int, s: int)
{
  s := y;
  r := 0;
  if (x > 3) {
    return;
  }
  r := 1;
}
