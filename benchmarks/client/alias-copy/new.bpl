var memory: [int]int;

procedure client(p: int, q: int) returns (r: int)
  modifies memory;
{
  var v: int;
  r := 0;
  v := memory[p];
  if (v >= 0) {
    call put(q);
    call r := lib(v);
  }
}

procedure put(q: int)
  modifies memory;
{
  memory[q] := -1;
}

procedure lib(a: int) returns (r: int)
{
  r := a + a + a;
}
