function f<a>(x: a): bool;
const g: bool;
axiom (forall<a> x: a :: f(x));
axiom (forall<a> x: a :: f(x) ==> g);
procedure main(n: int) returns (r: bool) { r := g; }
