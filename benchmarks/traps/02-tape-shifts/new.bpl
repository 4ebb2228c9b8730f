procedure skip(x: int) returns (r: int)
{
  var t: int;

  r := x;
  havoc t;
}

procedure main(x: int) returns (r: int)
{
  call r := skip(x);
  havoc r;
}
