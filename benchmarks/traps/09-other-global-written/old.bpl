var g: int;
var h: int;

procedure main()
  modifies g;
{
  g := 1;
}
