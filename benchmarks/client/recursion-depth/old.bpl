procedure depth(n: int) returns (r: int)
{
  var c: int;
  if (n <= 0) { r := 0; return; }
  call r := depth(n - 1);
  call c := cmp(n, 3);
  r := r + c;
}

procedure cmp(a: int, b: int) returns (r: int)
{
  r := a - b;
}
