procedure client(x: int) returns (r: int)
{
  var a, b: int;
  call a := count(x);
  call b := count(a);
  r := a + b;
}

var calls: int;
procedure count(x: int) returns (r: int)
  modifies calls;
{
  calls := calls + 2;
  r := x;
}
