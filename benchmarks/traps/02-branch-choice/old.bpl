procedure main() returns (r: int)
{
  if (*) {
    r := 1;
  } else {
    r := 2;
  }
}
