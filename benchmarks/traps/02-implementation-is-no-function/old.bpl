procedure step(x: int) returns (r: int);

implementation step(x: int) returns (r: int)
{
  r := x;
}

implementation step(x: int) returns (r: int)
{
  r := x + 1;
}

procedure main(x: int) returns (r: int)
{
  var s: int;
  call r := step(x);
  call s := step(x);
  r := r - s;
}
