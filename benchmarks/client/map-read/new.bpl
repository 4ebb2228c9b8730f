procedure pick(m: [int]int, i: int, v: int) returns (r: int)
{
  var w: [int]int;
  r := 0;
  if (i > 0) {
    call w := put(m, i, v);
    r := w[i];
  }
}

procedure put(m: [int]int, i: int, v: int) returns (r: [int]int)
{
  r := m[i := v][0 := 0];
}
