procedure ext(x: int) returns (r: int);

procedure main(x: int, y: int) returns (r: int)
{
  var a, b: int;

  call a := ext(x + y);
  call b := ext(y + x);
  r := a - b;
}
