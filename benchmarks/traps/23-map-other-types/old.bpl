type Field a;
type Heap = <a>[Field a]a;
var heap: Heap;
procedure main(h: Heap, f: Field int)
{
  heap := h;
  heap[f] := 1;
}
