procedure split(x: int) returns (q: int, m: int)
{
  q := x div 10;
  m := x mod 10;
}

procedure main(x: int) returns (r: int)
{
  var a, b: int;

  call a, b := split(x);
  r := a;
}
