procedure swap<a>(i: int, j: int, m: [int]a) returns (n: [int]a)
{
  n := m;
  n[i] := m[j];
  n[j] := m[i];
}
