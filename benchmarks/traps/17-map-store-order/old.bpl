procedure main(m: [int]int, i: int, j: int) returns (r: [int]int)
{
  r := m;
  r[i] := 1;
  r[j] := 2;
}
