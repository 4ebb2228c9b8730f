var a: int;
var b: int;

procedure main()
  modifies a;
{
  var t: int;
  t := b;
  a := a + t;
}
