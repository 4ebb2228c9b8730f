procedure last<a>(x: a, y: a) returns (r: a) { r := y; }
