procedure store(m: [int]int, i: int, v: int) returns (r: [int]int)
{
  call r := put(m, i, v);
  r[1] := 7;
}

procedure put(m: [int]int, i: int, v: int) returns (r: [int]int)
{
  r := m[i := v][0 := 0];
}
