var g: int;
var h: int;

procedure main() returns (r: int)
{
  r := h;
}
