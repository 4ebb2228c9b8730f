function pair<a, b>(x: a, y: b): int;
procedure main(n: int, p: bool) returns (r: int) { r := pair(n, p); }
