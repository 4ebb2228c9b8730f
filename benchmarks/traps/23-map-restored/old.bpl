type Field a;
type Heap = <a>[Field a]a;
var heap: Heap;
procedure main(f: Field int, g: Field bool) returns (same: bool)
{
  var h: Heap;
  h := heap;
  heap[f] := 1;
  heap[g] := true;
  heap := h;
  same := heap == h;
}
