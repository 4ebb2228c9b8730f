procedure main(m: [int]int, i: int) returns (r: [int]int)
{
  r := m;
}
