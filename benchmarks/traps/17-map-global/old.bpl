var heap: [int]int;

procedure main(p: int, q: int)
  modifies heap;
{
  heap[p] := heap[q];
  heap[q] := 0;
}
