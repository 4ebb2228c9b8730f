var heap: [int]int;

procedure main(p: int, q: int)
  modifies heap;
{
  var t: int;

  t := heap[q];
  heap[q] := 0;
  heap[p] := t;
}
