procedure main(x: int) returns (r: int)
{
  var $i0, $i1: int;

$bb0:
  $i0 := x + 1;
  $i1 := $i0 * 2;
  r := $i1;
  return;
}
