procedure ext(x: int) returns (r: int);

procedure main(x: int, y: int) returns (r: int)
{
  var a: int;

  call a := ext(x + y);
  r := 0;
}
