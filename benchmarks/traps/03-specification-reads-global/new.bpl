var g: int;

procedure ext(x: int) returns (r: int);
  ensures r == g + x;

procedure main(x: int) returns (r: int)
  modifies g;
{
  g := 2;
  call r := ext(x);
}
