procedure main(x: int) returns (r: int)
{
  var $i0, $i1, $i2: int;

$bb0:
  $i0 := x;
  $i1 := $i0 + 1;
  goto $bb1;
$bb1:
  $i2 := $i1 * 2;
  r := $i2;
  return;
}
