procedure last<a>(x: a, y: a) returns (r: a) { if (x == y) { r := y; } else { r := x; } }
