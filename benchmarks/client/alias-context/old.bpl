var memory: [int]int;

procedure client(p: int, q: int) returns (r: int)
  modifies memory;
{
  r := 0;
  if (memory[p] >= 0) {
    call put(q);
    call r := lib(memory[p]);
  }
}

procedure put(q: int)
  modifies memory;
{
  memory[q] := -1;
}

procedure lib(a: int) returns (r: int)
{
  if (a < 0) { r := 0; } else { r := 3 * a; }
}
