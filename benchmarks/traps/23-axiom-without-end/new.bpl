type List a;
function cons<a>(x: a, l: List a): List a;
function nil<a>(): List a;
function weight<a>(x: a): int;
axiom (forall<a> x: a :: weight(x) == weight(cons(x, nil())) - 1);
axiom (forall<a> x: a :: weight(x) >= 0);
procedure main(x: int) returns (r: bool) { r := false; }
