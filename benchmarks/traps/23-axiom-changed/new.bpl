function size<a>(x: a): int;
axiom (forall<a> x: a :: {size(x)} size(x) == 2);
procedure main(x: bool) returns (r: int) { r := size(x); }
