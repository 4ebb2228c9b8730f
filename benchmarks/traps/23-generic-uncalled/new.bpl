procedure swap<b>(i: int, j: int, m: [int]b) returns (n: [int]b)
{
  n := m[j := m[i]][i := m[j]];
}
