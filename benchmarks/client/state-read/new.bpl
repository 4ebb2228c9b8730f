procedure client(x: int) returns (r: int)
{
  var a: int;
  call a := count(x);
  call r := last();
}
procedure last() returns (r: int)
{
  r := calls;
}

var calls: int;
procedure count(x: int) returns (r: int)
  modifies calls;
{
  calls := calls + 2;
  r := x;
}
