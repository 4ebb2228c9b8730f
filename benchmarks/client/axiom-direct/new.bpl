function f(x: int) returns (int);
procedure plain(x: int) returns (r: int)
{
  var t: int;
  call t := touch(x);
  r := f(x);
}

axiom (forall x: int :: f(x) == x + 1);
procedure touch(x: int) returns (r: int)
{
  r := f(x) - 1;
}
