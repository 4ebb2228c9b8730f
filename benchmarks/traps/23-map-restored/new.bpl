type Field a;
var heap: <b>[Field b]b;
procedure main(f: Field int, g: Field bool) returns (same: bool)
{
  same := true;
}
