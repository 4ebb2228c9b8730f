procedure run(n: int) returns (hits: int)
{
  var i: int;
  var u: int;
  var v: int;
  u := 0;
  v := 0;
  hits := 0;
  i := 0;
  while (i < n) {
    u := u + 1;
    if (u == 5) { u := 0; }
    v := v + 1;
    if (v == 8) { v := 0; }
    if (u == 0 || v == 0) { hits := hits + 1; }
    i := i + 1;
  }
}
