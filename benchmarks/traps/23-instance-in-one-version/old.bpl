function default<a>(): a;
procedure main(n: int) returns (r: int) { r := n; }
procedure id<a>(x: a) returns (y: a) { y := x; }
