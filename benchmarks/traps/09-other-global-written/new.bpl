var g: int;
var h: int;

procedure main()
  modifies h;
{
  h := 1;
}
