procedure abs(x: int) returns (r: int)
{
  r := x;
  if (x < 0) {
    r := -x;
  }
}

procedure dist(x: int, y: int) returns (r: int)
{
  call r := abs(x - y);
}

procedure main(x: int, y: int) returns (r: int)
{
  var d: int;

  call d := dist(x, y);
  r := 0;
  if (d == 0 && x != y) {
    r := 2;
  }
}
