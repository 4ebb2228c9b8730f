var g: int;

procedure step(x: int) returns (r: int)
  modifies g;
{
  r := 1 + x;
}

implementation step(y: int) returns (s: int)
{
  var e: int;
  s := y + g;
  havoc e;
  s := s + e;
  g := e + g;
}

procedure main(x: int) returns (r: int)
  modifies g;
{
  call r := step(x);
  call r := step(r);
}
