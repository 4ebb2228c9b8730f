type Box;
function box<a>(x: a): Box;
function unbox<a>(b: Box): a;
axiom (forall<a> x: a :: {box(x)} unbox(box(x)) == x);
procedure main(x: int) returns (r: int)
{
  r := unbox(box(x));
}
