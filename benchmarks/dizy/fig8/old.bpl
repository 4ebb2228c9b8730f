procedure f(x: int) returns (r: int) { r := x; }
