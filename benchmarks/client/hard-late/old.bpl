procedure twice(a: int, b: int, x: int) returns (z: int)
{
  var c: int;
  call c := cmp(a * a, b * x);
  if (c > 0) { z := a; } else { z := b; }
  z := (z * z * z + x) mod (1000003 + x * x);
  call c := cmp(z, b);
  if (c > 5) { z := z + 1; }
  z := (z * z * z + x) mod (1000003 + x * x);
}

procedure cmp(a: int, b: int) returns (r: int)
{
  r := a - b;
}
