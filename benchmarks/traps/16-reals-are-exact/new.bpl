procedure main() returns (r: bool)
{
  r := true;
}
