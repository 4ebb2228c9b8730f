procedure mix(a: int, b: int, x: int) returns (z: int)
{
  var c: int;
  call c := cmp(a * a, b * x);
  if (c > 0) { z := a; } else { z := 2 * b + 1; }
  z := (z * z + 1 * x) mod (1000003 + x * x);
  if (z mod 3 == 0) { z := z + b; }
  z := (z * z + 2 * x) mod (1000003 + x * x);
  if (z mod 3 == 1) { z := z + b; }
  z := (z * z + 3 * x) mod (1000003 + x * x);
  if (z mod 3 == 2) { z := z + b; }
  z := (z * z + 4 * x) mod (1000003 + x * x);
  if (z mod 3 == 0) { z := z + b; }
}

procedure cmp(a: int, b: int) returns (r: int)
{
  r := a - b;
}
