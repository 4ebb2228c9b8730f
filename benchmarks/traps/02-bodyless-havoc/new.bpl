procedure ext(x: int) returns (r: int);

procedure main(x: int) returns (r: int)
{
  var a, b: int;

  call a := ext(x);
  call b := ext(x);
  r := 0;
}
