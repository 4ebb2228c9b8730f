procedure main(m: [int]int, i: int, j: int) returns (r: [int]int)
{
  r := m;
  r[j] := 2;
  r[i] := 1;
}
