function default<a>(): a;
procedure main(n: int) returns (r: int) { call r := id(n); }
procedure id<a>(x: a) returns (y: a) { y := default(); }
