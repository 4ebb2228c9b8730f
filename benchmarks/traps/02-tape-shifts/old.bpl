procedure skip(x: int) returns (r: int)
{
  var t: int;

  r := x;
}

procedure main(x: int) returns (r: int)
{
  call r := skip(x);
  havoc r;
}
