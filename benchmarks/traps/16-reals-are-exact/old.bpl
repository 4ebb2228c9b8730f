procedure main() returns (r: bool)
{
  r := 0.1 + 0.2 == 0.3;
}
