type Field a;
var heap: <a>[Field a]a;
procedure put<a>(f: Field a, g: Field int, v: a) returns (x: int)
{
  heap[f] := v;
  x := heap[g];
}
procedure main(f: Field int, g: Field int) returns (x: int) { call x := put(f, g, 1); }
