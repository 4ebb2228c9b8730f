function f(x: int) returns (int);

procedure main(x: int, y: int) returns (r: int)
{
  r := f(x);
}
