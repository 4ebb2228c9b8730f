type Ref; type Field a;
var heap: <a>[Ref, Field a]a;
procedure main(r: Ref, f: Field int) returns (x: int)
  requires (forall<a> g: Field a, o: Ref :: heap[o, g] == heap[r, g]);
{
  x := heap[r, f] + 1;
}
