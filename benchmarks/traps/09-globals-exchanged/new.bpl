var a: int;
var b: int;

procedure main()
  modifies b;
{
  var a', b.local: int;
  b.local := a;
  b := b + b.local;
}
