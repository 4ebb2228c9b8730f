procedure client(x: int) returns (r: int)
{
  var a: int;
  calls := 0;
  call a := count(x);
  if (calls > 0) { r := a; } else { r := -a; }
  calls := 0;
}

var calls: int;
procedure count(x: int) returns (r: int)
  modifies calls;
{
  calls := calls + 1;
  r := x;
}
