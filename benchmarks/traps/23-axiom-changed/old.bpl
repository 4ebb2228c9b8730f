function size<a>(x: a): int;
axiom (forall<a> x: a :: {size(x)} size(x) == 1);
procedure main(x: bool) returns (r: int) { r := size(x); }
