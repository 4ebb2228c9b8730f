type Field a;
var heap: <a>[Field a]a;
procedure put<a>(f: Field a, g: Field int, v: a) returns (x: int)
{
  x := heap[g];
  heap[f] := v;
}
procedure main(f: Field int, g: Field int, v: bool, h: Field bool) returns (x: int) { call x := put(h, g, v); }
