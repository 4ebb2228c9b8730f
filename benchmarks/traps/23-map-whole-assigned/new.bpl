type Field a;
type Heap = <a>[Field a]a;
var heap: Heap;
procedure main(h: Heap, f: Field int)
{
  var v: int;
  assume (forall g: Field int :: heap[g] == h[g]);
  heap[f] := 1;
}
