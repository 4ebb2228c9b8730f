procedure f(x: int) returns (r: int) { r := 2 * x; }
