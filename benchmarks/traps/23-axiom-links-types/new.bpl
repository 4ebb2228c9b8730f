function f<a>(x: a): bool;
function g(x: int): bool;
axiom (forall<a> x: a :: f(x));
axiom (forall<a> x: a, n: int :: f(x) ==> g(n));
procedure main(n: int) returns (r: bool) { r := true; }
